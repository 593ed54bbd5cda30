import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a as p}from"./chunk-XEQI52Z6.js";import{a as i,b as r}from"./chunk-VFA6BKRK.js";import{a as s}from"./chunk-JOHHPAWD.js";import{a as d}from"./chunk-65NPMTA7.js";import"./chunk-LQRPGKOZ.js";import{d as a}from"./chunk-JIRQYPFS.js";import"./chunk-NMKJDDWG.js";import"./chunk-TNKRWW57.js";import"./chunk-Q4QS64JX.js";import"./chunk-UOSCESTY.js";import"./chunk-MDHGWMQA.js";import"./chunk-R742NZGF.js";import"./chunk-JNTBSOUT.js";import{a as t}from"./chunk-K2SON66P.js";var k=t(()=>`smart-fix ${i.version}
`,"versionText");function C(n){let o=f.find(({name:e})=>e===n);return o!==void 0?`${c(o)}
`:`${[h,...f.map(c),l].join(`

`)}
`}t(C,"usageText");var h="smart-fix repairs failing checks: it proposes a bounded patch and re-runs the full gate. Only execution counts.",f=[{name:"run",options:a,head:`smart-fix run [--gate CMD] [options]
  Takes a repository whose gate is red to a verified fix branch, or hands over to a person.`},{name:"gate",options:s,head:`smart-fix gate [--workflow FILE --job NAME] [options]
  Says which gate run would infer, and what of a workflow's job it cannot reproduce. Runs none of it.`},{name:"scan",options:r,head:`smart-fix scan [FILE|-] [options]
  Reads a log, a report or GitHub's archive of logs, and says what failed, where, and of which kind.`},{name:"apply",options:d,head:`smart-fix apply DIR [FILE|-] [options]
  Puts the edits that a model wrote, in any usual shape, into a folder: all of them, or none (exit code 2, with the reason).`},{name:"check",options:p,head:`smart-fix check PATCH [options]
  Says what speaks against a patch as a fake pass, by reading alone. PATCH may be -. Exit code 0 allow, 1 escalate, 2 reject.`}],l=`Settings of run can also stand in .github/smart-fix.yml, without the dashes.
Exit codes: 0 done (fixed, already green, refused or deferred), 1 a person is needed, 64 usage, 70 failed, 130 or 143 cancelled.`;function c({head:n,options:o}){return`${n}

${g(o)}`}t(c,"usageOf");function g(n){let o=Math.max(...n.map(e=>m(e).length));return n.map(e=>`  ${m(e).padEnd(o)}  ${e.help}`).join(`
`)}t(g,"optionTable");function m({name:n,placeholder:o}){return o===""?`--${n}`:`--${n} ${o}`}t(m,"heading");export{C as usageText,k as versionText};
