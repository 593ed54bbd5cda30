import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
import{a as d}from"./chunk-DI4H2UOQ.js";import{a as p}from"./chunk-HO7NJI7C.js";import{a as i,b as r}from"./chunk-2AZ7EBDB.js";import{a as s}from"./chunk-6BS3ND4Q.js";import{f as a}from"./chunk-WRQEGMT5.js";import"./chunk-NMKJDDWG.js";import"./chunk-Q453RPXO.js";import"./chunk-LEFXFN5J.js";import"./chunk-LQRPGKOZ.js";import"./chunk-UOSCESTY.js";import"./chunk-MDHGWMQA.js";import"./chunk-R742NZGF.js";import"./chunk-IZHYHQPI.js";import{a as t}from"./chunk-K2SON66P.js";var k=t(()=>`smart-fix ${i.version}
`,"versionText");function C(o){let e=c.find(({name:n})=>n===o);return e!==void 0?`${f(e)}
`:`${[h,...c.map(f),u].join(`

`)}
`}t(C,"usageText");var h="smart-fix repairs failing checks: it proposes a bounded patch and re-runs the full gate. Only execution counts.",l=["gate","repo","model","provider","recipes","sandbox","json"],c=[{name:"run",options:a,head:`smart-fix run [--gate CMD] [options]
  Takes a repository whose gate is red to a verified fix branch, or hands over to a person.`},{name:"doctor",options:a.filter(({name:o})=>l.includes(o)),head:`smart-fix doctor [--json] [options of run]
  Says whether run with these options could repair here: git, gate, model, recipes, sandboxes, token. Runs no gate.`},{name:"gate",options:s,head:`smart-fix gate [--workflow FILE --job NAME] [options]
  Says which gate run would infer, and what of a workflow's job it cannot reproduce. Runs none of it.`},{name:"scan",options:r,head:`smart-fix scan [FILE|-] [options]
  Reads a log, a report or GitHub's archive of logs, and says what failed, where, and of which kind.`},{name:"apply",options:d,head:`smart-fix apply DIR [FILE|-] [options]
  Puts the edits that a model wrote, in any usual shape, into a folder: all of them, or none (exit code 2, with the reason).`},{name:"check",options:p,head:`smart-fix check PATCH [options]
  Says what speaks against a patch as a fake pass, by reading alone. PATCH may be -. Exit code 0 allow, 1 escalate, 2 reject.`}],u=`Settings of run can also stand in .github/smart-fix.yml, without the dashes.
Exit codes: 0 done (fixed, already green, refused or deferred), 1 a person is needed, 64 usage, 70 failed, 130 or 143 cancelled.`;function f({head:o,options:e}){return`${o}

${g(e)}`}t(f,"usageOf");function g(o){let e=Math.max(...o.map(n=>m(n).length));return o.map(n=>`  ${m(n).padEnd(e)}  ${n.help}`).join(`
`)}t(g,"optionTable");function m({name:o,placeholder:e}){return e===""?`--${o}`:`--${o} ${e}`}t(m,"heading");export{C as usageText,k as versionText};
