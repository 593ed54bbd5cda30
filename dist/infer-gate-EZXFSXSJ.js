import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{d as a,e as b,f as c}from"./chunk-PAVNQMWO.js";import"./chunk-R742NZGF.js";import"./chunk-JNTBSOUT.js";import"./chunk-FHE3QGSB.js";import"./chunk-K2SON66P.js";export{a as inferGate,b as inferJobGate,c as inferProjectGate};
