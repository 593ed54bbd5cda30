import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{d as a,e as b,f as c}from"./chunk-GY5GA4K6.js";import"./chunk-R742NZGF.js";import"./chunk-FHE3QGSB.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as inferGate,b as inferJobGate,c as inferProjectGate};
