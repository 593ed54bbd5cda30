import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a as n}from"./chunk-K2SON66P.js";var s=class extends Error{static{n(this,"UsageError")}faults;constructor(r){super(r.join(`
`)),this.name="UsageError",this.faults=r}};export{s as a};
