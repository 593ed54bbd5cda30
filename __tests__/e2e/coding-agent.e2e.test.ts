import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK } from '../support/broken-sum.js';
import { repair } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('agent');
const REPAIR = "fs.writeFileSync('src/sum.mjs', 'export const sum = (a, b) => a + b;\\n');";

/** Runs with a coding agent that is a small program, given as the text of its body. */
function repairBy(body: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const agent = join(mkdtempSync(join(folder, 'agent-')), 'agent.mjs');
  writeFileSync(agent, `import fs from 'node:fs';\n${body}\n`);
  const provider = ['--provider', 'command', '--model-command', `node '${agent}'`, '--max-proposals', '1'];
  const repository = brokenSum(folder);
  return repair(repository, { folder, gate: CHECK, args: [...provider, ...args], env }).then((result) => ({
    ...result,
    repository,
  }));
}

test('what an agent edits in the worktree becomes the verified result, and its last words the summary', async () => {
  const body = `const prompt = fs.readFileSync(0, 'utf8');
    if (!prompt.includes('src/sum.mjs:1: error: sum is 5')) process.exit(9);
    ${REPAIR} console.log('dropped the stray one');`;
  const { exitCode, report, repository, leftovers } = await repairBy(body);
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { modelCalls: 1, executions: 2 } });
  expect(exitCode).toBe(0);
  expect(report.attempts[0]?.changeSummary).toBe('dropped the stray one');
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('src/sum.mjs');
  expect(leftovers).toEqual([]);
});

test('files that an agent adds are part of its patch, and what it commits or stages counts for nothing more', async () => {
  const body = `import { execSync } from 'node:child_process';
    fs.writeFileSync('src/one.mjs', 'export const one = 1;\\n');
    ${REPAIR}
    execSync('git add -A && git -c user.name=a -c user.email=a@b commit -qm agent');`;
  const { report, repository } = await repairBy(body);
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('src/one.mjs\nsrc/sum.mjs');
  expect(repository.git('log', '--format=%an', `main..${report.branch}`)).toBe('smart-fix');
});

test.each([
  ['changes nothing', "console.log('nothing to do');", 'no-op'],
  ['edits a test', "fs.writeFileSync('test/check.mjs', '');", 'protected-path'],
  ['deletes a test', "fs.rmSync('test/check.mjs');", 'protected-path'],
  ['makes a symbolic link', `${REPAIR} fs.symlinkSync('/etc/passwd', 'src/link');`, 'symlink'],
  [
    'puts a link in the place of a file',
    "fs.rmSync('src/sum.mjs'); fs.symlinkSync('/etc/hostname', 'src/sum.mjs');",
    'symlink',
  ],
  ['writes a binary file', `${REPAIR} fs.writeFileSync('src/x.bin', Buffer.from([0, 255, 0]));`, 'binary'],
  ['makes a file executable', `${REPAIR} fs.chmodSync('src/sum.mjs', 0o755);`, 'mode-change'],
])('an agent that %s is refused by name', async (_, body, code) => {
  const { report, exitCode, leftovers } = await repairBy(body);
  expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual([code]);
  expect(report).toMatchObject({ stopReason: 'proposals-exhausted', usage: { executions: 1 } });
  expect(exitCode).toBe(1);
  expect(leftovers).toEqual([]);
});

test('an agent that edits more than five files ends the run', async () => {
  const { report } = await repairBy("for (const n of '123456') fs.writeFileSync('src/n' + n, 'x');");
  expect(report.stopReason).toBe('too-many-files');
});

test('an agent that fails defers the run and is quoted', async () => {
  const { report, exitCode } = await repairBy(`${REPAIR} console.error('quota used up'); process.exit(3);`);
  expect(report).toMatchObject({ status: 'deferred', stopReason: 'model-unavailable', branch: null });
  expect(report.detail).toContain('exited with 3');
  expect(report.detail).toContain('quota used up');
  expect(exitCode).toBe(0);
});

test('an agent sees the variables that the person listed, and no other secret', async () => {
  const body = `${REPAIR} console.log([process.env.AGENT_NAME, process.env.GITHUB_TOKEN, process.env.OTHER].join());`;
  const env = { AGENT_NAME: 'helpful', GITHUB_TOKEN: 'canary-gh-12345678', OTHER: 'hidden' };
  const { report } = await repairBy(body, ['--model-env', 'AGENT_NAME'], env);
  expect(report.attempts[0]?.changeSummary).toBe('helpful,,');
});

test("an agent's second try starts from its first, without what the gate left behind", async () => {
  const body = `const text = fs.readFileSync('src/sum.mjs', 'utf8');
    fs.writeFileSync('src/sum.mjs', text.includes('+ 1') ? text.replace('+ 1', '+ 2') : text.replace(' + 2', ''));`;
  const { report } = await repairBy(body);
  expect(report.attempts.map(({ result }) => result)).toEqual(['gate-red', 'passed']);
});
