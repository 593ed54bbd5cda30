// Scores what was built on a labelled corpus (`logs` or `edits`) and holds it to the floor, which only rises.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './bundle.mjs';

const CLI = join(root, 'dist', 'cli.js');

/** By corpus: how the built command is called, and the percentages of a summary. */
const SCORES = {
  logs: {
    command: () => `node ${CLI} scan - --json --repo-files "$SMARTFIX_REPO_FILES"`,
    percentages: (summary) =>
      Object.fromEntries(Object.entries(summary).map(([name, { pct }]) => [name, pct])),
  },
  edits: {
    command: (tools) => `node ${join(tools, 'apply-case.mjs')} ${CLI}`,
    percentages: ({ cases, applyCases, correctApply, rejectCases, correctReject, wrongApply }) => ({
      correctApply: (100 * correctApply) / applyCases,
      correctReject: (100 * correctReject) / rejectCases,
      wrongApply: (100 * wrongApply) / cases,
    }),
  },
};

const [kind, shared] = process.argv.slice(2);
const { command, percentages } = SCORES[kind];
// The scorer starts the command in a folder of its own.
const tools = resolve(shared, 'tools');
const floor = JSON.parse(readFileSync(join(root, 'scripts', 'score-floor.json'), 'utf8'))[kind];
const folder = mkdtempSync(join(tmpdir(), 'smart-fix-score-'));
try {
  const json = join(folder, 'scores.json');
  const score = ['--corpus', join(shared, 'corpus', kind, 'dev'), '--cmd', command(tools), '--json', json];
  const run = spawnSync(process.execPath, [join(tools, `score-${kind}.mjs`), ...score], { encoding: 'utf8' });
  console.log(run.stdout.trim().split('\n\n')[0]);
  const scores = percentages(JSON.parse(readFileSync(json, 'utf8')).summary);
  for (const [name, { least = 0, most = 100 }] of Object.entries(floor)) {
    if (scores[name] >= least && scores[name] <= most) continue;
    console.error(`${name} is ${scores[name].toFixed(1)} %; it has to lie between ${least} % and ${most} %.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
