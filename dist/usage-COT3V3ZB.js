import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a as s}from"./chunk-FCFWKMQ2.js";import{c as i}from"./chunk-MRGREM34.js";import"./chunk-UX45BKKN.js";import{a as r,b as a}from"./chunk-7C2DSG53.js";import"./chunk-TK3BOEWT.js";import"./chunk-BNUOOAUD.js";import"./chunk-JPE2HLPJ.js";import"./chunk-JNTBSOUT.js";import{a as t}from"./chunk-K2SON66P.js";var x=t(()=>`smart-fix ${r.version}
`,"versionText");function O(n){let o=d.find(({name:e})=>e===n);return o!==void 0?`${p(o)}
`:`${[c,...d.map(p),m].join(`

`)}
`}t(O,"usageText");var c="smart-fix repairs failing checks: it proposes a bounded patch and re-runs the full gate. Only execution counts.",d=[{name:"run",options:i,head:`smart-fix run [--gate CMD] [options]
  Takes a repository whose gate is red to a verified fix branch, or hands over to a person.`},{name:"gate",options:s,head:`smart-fix gate [--workflow FILE --job NAME] [options]
  Says which gate run would infer, and what of a workflow's job it cannot reproduce. Runs none of it.`},{name:"scan",options:a,head:`smart-fix scan [FILE|-] [options]
  Reads a log and says what failed, where, and of which kind.`}],m=`Settings of run can also stand in .github/smart-fix.yml, without the dashes.
Exit codes: 0 done (fixed, already green, refused or deferred), 1 a person is needed, 64 usage, 70 failed, 130 or 143 cancelled.`;function p({head:n,options:o}){return`${n}

${g(o)}`}t(p,"usageOf");function g(n){let o=Math.max(...n.map(e=>f(e).length));return n.map(e=>`  ${f(e).padEnd(o)}  ${e.help}`).join(`
`)}t(g,"optionTable");function f({name:n,placeholder:o}){return o===""?`--${n}`:`--${n} ${o}`}t(f,"heading");export{O as usageText,x as versionText};
