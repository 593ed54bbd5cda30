// Scores the built `scan` on the labelled logs and holds it to the floor, which only rises.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const shared = process.argv[2];
const floor = JSON.parse(readFileSync(join(root, 'scripts', 'score-floor.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'smart-fix-score-'));
try {
  const json = join(folder, 'scores.json');
  const command = `node ${join(root, 'dist', 'cli.js')} scan - --json --repo-files "$SMARTFIX_REPO_FILES"`;
  const score = ['--corpus', join(shared, 'corpus', 'logs', 'dev'), '--cmd', command, '--json', json];
  const run = spawnSync(process.execPath, [join(shared, 'tools', 'score-logs.mjs'), ...score], {
    encoding: 'utf8',
  });
  console.log(run.stdout.split('\n\n')[0]);
  const { summary } = JSON.parse(readFileSync(json, 'utf8'));
  for (const [name, { least = 0, most = 100 }] of Object.entries(floor)) {
    const { pct } = summary[name];
    if (pct < least || pct > most) {
      console.error(`${name} is ${pct.toFixed(1)} %; it has to lie between ${least} % and ${most} %.`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
