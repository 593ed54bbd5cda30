import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{b as a}from"./chunk-T6V6GXBH.js";import"./chunk-ASD3OAJM.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as readStructured};
