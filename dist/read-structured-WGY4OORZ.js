import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{b as a}from"./chunk-EUTZ2TDG.js";import"./chunk-M7QJPN3A.js";import"./chunk-IZHYHQPI.js";import"./chunk-K2SON66P.js";export{a as readStructured};
