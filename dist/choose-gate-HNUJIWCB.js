import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a,b,c}from"./chunk-XLD3I22K.js";import"./chunk-K7BDS2ZK.js";import"./chunk-GY5GA4K6.js";import"./chunk-R742NZGF.js";import"./chunk-FHE3QGSB.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as chooseGate,b as namedGate,c as withSetup};
