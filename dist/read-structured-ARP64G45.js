import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{b as a}from"./chunk-YENYOHXG.js";import"./chunk-X3PLB2XA.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as readStructured};
