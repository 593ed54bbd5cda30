import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
var t=".github/smart-fix.yml";export{t as a};
