import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, WRONG } from '../support/broken-sum.js';
import { repair } from '../support/run-cli.js';
import { sandboxesHere } from '../support/sandboxes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('shut-in');
const { sandboxes } = await sandboxesHere();
for (const sandbox of sandboxes.values()) await sandbox.dispose();

const { DOCKER_HOST = '' } = process.env;
const env = DOCKER_HOST === '' ? {} : { DOCKER_HOST };

for (const kind of sandboxes.keys()) {
  test(`shut in by ${kind} a repair is the same, and leaves nothing`, async () => {
    const repository = brokenSum(folder);
    const home = mkdtempSync(join(folder, 'home-'));
    const { report, leftovers, stderr } = await repair(repository, {
      folder,
      gate: ['git log --oneline -1', 'git status --short', CHECK],
      replies: [GOOD],
      args: ['--sandbox', kind],
      env: { ...env, HOME: home },
    });
    expect(report).toMatchObject({ status: 'completed', stopReason: 'fixed' });
    expect(report.runs[0]?.commands[0]?.output).toMatch(/^[0-9a-f]{7,} /);
    expect(stderr).toContain(`sandbox ${kind} holds against its self-test`);
    expect(leftovers).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
  });

  test(`in ${kind} the gate finds what its setup put into home and tree, and besides the caches that the base left, nothing of any other run`, async () => {
    const { report } = await repair(brokenSum(folder), {
      folder,
      gate: `cat "$HOME/.cache/pip/fetched" built.txt; ${CHECK}`,
      replies: [
        WRONG[0]!,
        {
          ...GOOD,
          edits: WRONG[0]!.edits!.map(({ path, newText }) => ({ path, oldText: newText, newText: 'a + b;' })),
        },
      ],
      args: [
        ...['--sandbox', kind, '--setup'],
        'mkdir -p "$HOME/.cache/pip" && echo fetched >>"$HOME/.cache/pip/fetched" && echo built >>built.txt',
      ],
      env,
    });
    expect(report.stopReason).toBe('fixed');
    const told = report.runs.map(({ commands }) => commands[0]?.output.split('src/sum.mjs')[0]);
    expect(told).toEqual(['fetched\nbuilt\n', 'fetched\nfetched\nbuilt\n', 'fetched\nfetched\nbuilt\n']);
  });

  test(`in ${kind} what fails only in a fresh home is not green on an attempt`, async () => {
    const first = 'mkdir "$HOME/.app" || exit 0; echo the first run fails; exit 1';
    const { report } = await repair(brokenSum(folder), {
      folder,
      gate: `${CHECK}; ${first}`,
      replies: [GOOD],
      args: ['--sandbox', kind],
      env,
    });
    expect(report.stopReason).not.toBe('fixed');
    expect(report.runs.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  test(`in ${kind} a recipe's tool works as the gate does`, async () => {
    const tool = [
      "import { readFileSync, writeFileSync } from 'node:fs';",
      "const text = readFileSync('src/a.js', 'utf8');",
      "if (process.argv.includes('--check')) { if (text !== 'a;\\n') { console.log('Checking formatting...\\n[warn] src/a.js\\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.'); process.exit(1); } }",
      "else writeFileSync('src/a.js', 'a;\\n');",
    ].join('\n');
    const repository = brokenSum(folder, {
      'src/a.js': 'a  ;\n',
      'tools/prettier.mjs': tool,
      'package.json': '{}\n',
      '.gitignore': 'node_modules\n',
    });
    const setup =
      'mkdir -p node_modules/.bin && printf \'#!/bin/sh\\nexec node "$(dirname "$0")/../../tools/prettier.mjs" "$@"\\n\' >node_modules/.bin/prettier && chmod +x node_modules/.bin/prettier';
    const { report } = await repair(repository, {
      folder,
      gate: 'node_modules/.bin/prettier --check .',
      args: ['--sandbox', kind, '--setup', setup, '--recipes', 'prettier'],
      env,
    });
    expect(report).toMatchObject({ stopReason: 'fixed' });
    expect(report.attempts[0]).toMatchObject({ strategy: 'recipe', recipe: 'prettier' });
  });
}

test('SBX-07: one that does not work here ends the run before anything ran', async () => {
  const { report, exitCode, stderr } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    args: ['--sandbox', 'docker'],
    env: { DOCKER_HOST: `unix://${folder}/none.sock` },
  });
  expect([report.status, report.stopReason, exitCode]).toEqual(['refused', 'sandbox-unavailable', 0]);
  expect(report.runs).toEqual([]);
  expect(stderr).toContain('The sandbox docker does not work here');
});

test('a person who says nothing runs their own code on their own machine', async () => {
  const { stderr } = await repair(brokenSum(folder), { folder, gate: 'exit 1' });
  expect(stderr).not.toMatch(/sandbox/i);
});
