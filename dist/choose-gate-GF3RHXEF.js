import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a,b,c}from"./chunk-V7MZ6YEH.js";import"./chunk-K7BDS2ZK.js";import"./chunk-PAVNQMWO.js";import"./chunk-R742NZGF.js";import"./chunk-JNTBSOUT.js";import"./chunk-FHE3QGSB.js";import"./chunk-K2SON66P.js";export{a as chooseGate,b as namedGate,c as withSetup};
