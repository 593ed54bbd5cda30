import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a as o}from"./chunk-K2SON66P.js";function l({origin:e,setup:n,commands:r,omissions:t}){return[`gate inferred from ${e}`,...d("setup, before every run of the gate",n.map(f)),...d("gate, in this order",r.length===0?["  (no command of it can be run here)"]:r.map(f)),...d("not reproduced",t.map(({what:i,reason:a})=>`  - ${i}: ${a}`)),""].join(`
`)}o(l,"renderGate");function d(e,n){return n.length===0?[]:["",`${e}:`,...n]}o(d,"section");function f({text:e,folder:n,environment:r,shell:t}){let i=Object.entries(r).map(([s,m])=>`${s}=${JSON.stringify(m)}`),a=t.join(" ")==="/bin/sh -c",c=[...n==="."?[]:[`in ${n}`],...i.length===0?[]:[`with ${i.join(" ")}`],...a?[]:[`by ${t.slice(0,-1).join(" ")}`]].join(", ");return[...e.split(`
`).map((s,m)=>`${m===0?"  $ ":"    "}${s}`),...c===""?[]:[`    (${c})`]].join(`
`)}o(f,"renderCommand");export{l as a};
