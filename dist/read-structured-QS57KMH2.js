import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{b as a}from"./chunk-P6NU22OM.js";import"./chunk-LRWB6EJE.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as readStructured};
