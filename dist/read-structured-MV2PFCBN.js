import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{b as a}from"./chunk-QH26ZVNM.js";import"./chunk-MDRNNBHW.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as readStructured};
