#!/usr/bin/env node
import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);
var[e=0,s=0]=process.versions.node.split(".").map(Number);e<20||e===20&&s<20?(console.error(`smart-fix needs Node 20.20 or later, and this is ${process.version}. Run it with a newer Node.`),process.exitCode=64):import("./main-G673QLFV.js").then(({main:o})=>o());
