import { expect, test } from '@jest/globals';
import { type GoldenRepository, proveRecipe, runKeyless } from '../support/prove-recipe.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('scripts');
const go = toolchain('go version');

/** The mode of a file on the result branch, as git writes it. */
async function modeAfter(golden: GoldenRepository, path: string): Promise<readonly unknown[]> {
  const { report, repository } = await runKeyless(folder, golden);
  const mode = repository.git('ls-tree', report.branch ?? 'main', path).split(' ')[0];
  const summary = repository.git('diff', '--summary', `main..${report.branch}`);
  return [report.stopReason, report.attempts.map(({ recipe }) => recipe), mode, summary.trim()];
}

test('a script that the gate starts gets its executable bit, and nothing else changes', async () => {
  const files = { 'scripts/check.sh': '#!/bin/sh\nexit 0\n', 'a.txt': 'a\n' };
  expect(await modeAfter({ files, gate: './scripts/check.sh' }, 'scripts/check.sh')).toEqual([
    'fixed',
    ['executable bit'],
    '100755',
    'mode change 100644 => 100755 scripts/check.sh',
  ]);
});

test('a script that npm starts gets its executable bit', async () => {
  const files = {
    'package.json': '{"scripts":{"test":"./tools/run"}}\n',
    'tools/run': '#!/usr/bin/env node\nconsole.log("ran");\n',
  };
  expect((await modeAfter({ files, gate: 'npm test' }, 'tools/run'))[0]).toBe('fixed');
});

test('a file that is no script gets no executable bit', async () => {
  const { report } = await runKeyless(folder, { files: { 'data.txt': 'one\n' }, gate: './data.txt' });
  expect([report.status, report.attempts]).toEqual(['needs-human', []]);
});

test('a script with the line ends of Windows gets those of Unix', async () => {
  const files = { 'check.sh': '#!/bin/bash\r\nset -e\r\ntrue\r\n', 'other.txt': 'a\r\n' };
  await proveRecipe(folder, {
    files,
    gate: 'bash check.sh',
    recipes: ['script line ends'],
    after: { 'check.sh': '#!/bin/bash\nset -e\ntrue\n' },
  });
});

test('a program whose shebang ends with a carriage return starts again', async () => {
  const files = { 'bin/tool': '#!/usr/bin/env node\r\nconsole.log(1);\r\n' };
  await proveRecipe(folder, {
    files,
    gate: 'chmod +x bin/tool && ./bin/tool',
    recipes: ['script line ends'],
    after: { 'bin/tool': '#!/usr/bin/env node\nconsole.log(1);\n' },
  });
});

const GENERATE =
  "require('fs').writeFileSync('src/list.txt', require('fs').readFileSync('src/source.txt', 'utf8').toUpperCase());\n";

test('a generated file is brought up to date by the declared script, whose time is told apart', async () => {
  const { report } = await proveRecipe(folder, {
    files: {
      'package.json': '{"scripts":{"generate":"node tools/generate.js"}}\n',
      'tools/generate.js': GENERATE,
      'src/source.txt': 'pear\n',
      'src/list.txt': 'OLD\n',
    },
    gate: 'npm run generate && git diff --exit-code',
    recipes: ['generated files'],
    after: { 'src/list.txt': 'PEAR\n' },
  });
  expect(report.usage.toolMs).toBeGreaterThan(0);
});

test('a generated file is brought up to date by the script that a check names', async () => {
  await proveRecipe(folder, {
    files: {
      'package.json': '{"scripts":{"build:list":"node tools/generate.js"}}\n',
      'tools/generate.js': GENERATE,
      'tools/check.js':
        "if (require('fs').readFileSync('src/list.txt', 'utf8') !== 'PEAR\\n') { console.error('src/list.txt is out of date; run npm run build:list'); process.exit(1); }\n",
      'src/source.txt': 'pear\n',
      'src/list.txt': 'OLD\n',
    },
    gate: 'node tools/check.js',
    recipes: ['generated files'],
    after: { 'src/list.txt': 'PEAR\n' },
  });
});

test('a script that the log names and the manifest does not is not started', async () => {
  const { report } = await runKeyless(folder, {
    files: {
      'package.json': '{"scripts":{"lint":"true"}}\n',
      'src/list.txt': 'OLD\n',
    },
    gate: 'echo "src/list.txt is out of date; run npm run generate"; exit 1',
  });
  expect(report.attempts).toEqual([]);
});

go.test('go generate brings up to date what the gate compares', async () => {
  await proveRecipe(folder, {
    files: {
      'go.mod': 'module example.com/a\n\ngo 1.21\n',
      'a.go': 'package a\n\n//go:generate sh gen.sh\n',
      'gen.sh': 'printf "package a\\n\\nconst N = 2\\n" > n_gen.go\n',
      'n_gen.go': 'package a\n\nconst N = 1\n',
    },
    gate: 'go generate ./... && git diff --exit-code',
    recipes: ['generated files'],
    after: { 'n_gen.go': 'package a\n\nconst N = 2\n' },
  });
});
