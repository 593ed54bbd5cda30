import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type GoldenRepository, runKeyless } from '../support/prove-recipe.js';
import { repair, type ScriptedReply } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('ladder');

/** A linter of the repository's own, in the place of eslint: what it finds and what it mends is up to its files. */
const ESLINT = `#!/usr/bin/env node
const fs = require('fs');
const args = process.argv.slice(2);
const files = args.includes('--') ? args.slice(args.indexOf('--') + 1) : ['src/a.js'];
let found = 0;
for (const file of files) {
  let text = fs.readFileSync(file, 'utf8');
  if (args.includes('--fix')) {
    text = text.replaceAll('var ', 'let ').replaceAll('EVIL', 'MENDED');
    fs.writeFileSync(file, text);
    fs.writeFileSync('src/bystander.js', 'changed');
  }
  const bad = text.split('\\n').flatMap((line, at) => [
    ...(/var /.test(line) ? [\`  \${at + 1}:1  error  Unexpected var  no-var\`] : []),
    ...(/[^=]==[^=]/.test(line) ? [\`  \${at + 1}:3  error  Expected ===  eqeqeq\`] : []),
    ...(/MENDED/.test(line) ? [\`  \${at + 1}:5  error  Newly wrong  no-new\`] : []),
  ]);
  if (bad.length > 0) console.log([process.cwd() + '/' + file, ...bad, ''].join('\\n'));
  found += bad.length;
}
process.exit(found > 0 ? 1 : 0);
`;
const FILES = {
  '.gitignore': 'node_modules\n',
  'tools/eslint.js': ESLINT,
  'src/bystander.js': 'as it was\n',
};
const SETUP =
  'mkdir -p node_modules/.bin && cp tools/eslint.js node_modules/.bin/eslint && chmod +x node_modules/.bin/eslint';
const GATE = 'npx eslint';

const golden = (text: string): GoldenRepository => ({
  files: { ...FILES, 'src/a.js': text },
  setup: SETUP,
  gate: GATE,
});

/** A run with a scripted model. */
async function runWithModel(text: string, replies: readonly ScriptedReply[], args: readonly string[] = []) {
  const repository = sampleRepository(folder, golden(text).files);
  const result = await repair(repository, { folder, gate: GATE, replies, args: ['--setup', SETUP, ...args] });
  return { ...result, repository };
}

const edit = (oldText: string, newText: string): ScriptedReply => ({
  edits: [{ path: 'src/a.js', oldText, newText }],
});

test('what a recipe mends in part is the ground for the model', async () => {
  const { report, repository } = await runWithModel('var a = 1;\nif (a == 1) a;\n', [
    edit('a == 1', 'a === 1'),
  ]);
  expect(report.attempts.map(({ strategy, recipe, result }) => [strategy, recipe, result])).toEqual([
    ['recipe', 'eslint', 'gate-red'],
    ['model', null, 'passed'],
  ]);
  expect(report.usage).toMatchObject({ modelCalls: 1, executions: 3 });
  expect(repository.git('show', `${report.branch}:src/a.js`)).toBe('let a = 1;\nif (a === 1) a;');
});

test('what a recipe makes no better is dropped, and rides along in no later patch', async () => {
  const { report, repository, stderr, read } = await runWithModel('var EVIL = 1;\n', [
    edit('var EVIL', 'const good'),
  ]);
  expect(report.attempts.map(({ recipe, result }) => [recipe, result])).toEqual([
    ['eslint', 'gate-red'],
    [null, 'passed'],
  ]);
  expect(stderr).toContain('eslint left the gate red and no better; what it changed is dropped.');
  expect(repository.git('show', `${report.branch}:src/a.js`)).toBe('const good = 1;');
  expect(read('ledger.jsonl')).toContain('"revision-dropped"');
  expect(read('LOOP.md')).toMatch(
    /recipes tried: eslint \(eslint: a\.js\)[\s\S]*dropped: eslint left the gate red/,
  );
});

test('a recipe has its turn once for a failure, also after it was dropped', async () => {
  const { report, stderr, exitCode } = await runKeyless(folder, golden('var EVIL = 1;\n'));
  expect(report.attempts.map(({ recipe }) => recipe)).toEqual(['eslint']);
  expect([report.status, report.stopReason, exitCode]).toEqual(['needs-human', 'proposals-exhausted', 1]);
  expect(report.branch).toBeNull();
  expect(stderr).toContain('No recipe repairs this');
});

test('what a tool changes besides the files that it named is left behind', async () => {
  const { report, repository } = await runKeyless(folder, golden('var a = 1;\n'));
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('src/a.js');
});

test('without recipes the model is asked at once', async () => {
  const { report } = await runWithModel('var a = 1;\n', [edit('var', 'let')], ['--recipes', 'none']);
  expect(report.attempts.map(({ strategy }) => strategy)).toEqual(['model']);
});

test('only the named recipes repair', async () => {
  const other = await runKeyless(folder, {
    ...golden('var a = 1;\n'),
    args: ['--recipes', 'prettier,black'],
  });
  expect([other.report.stopReason, other.report.attempts]).toEqual(['proposals-exhausted', []]);
  const named = await runKeyless(folder, { ...golden('var a = 1;\n'), args: ['--recipes', 'black,eslint'] });
  expect(named.report.stopReason).toBe('fixed');
});

test('a recipe that is not known is named before anything starts', async () => {
  const repository = sampleRepository(folder, { a: 'a\n' });
  const wrong = repair(repository, { folder, gate: 'true', args: ['--recipes', 'pretier'] });
  await expect(wrong).rejects.toThrow(
    /exit 64[\s\S]*no recipe is called pretier \(did you mean prettier\?\)/,
  );
});

test('a tool that makes a link of a file is refused, and sees no secret of ours', async () => {
  const tool = `#!/usr/bin/env node
const fs = require('fs');
if (process.argv.includes('--write')) {
  fs.writeFileSync(${JSON.stringify(join(mkdtempSync(join(folder, 'seen-')), 'seen'))}, '');
  if (process.env.OPENAI_API_KEY || process.env.GITHUB_TOKEN) process.exit(0);
  fs.rmSync('a.js');
  fs.symlinkSync('/etc/passwd', 'a.js');
} else { console.log('[warn] a.js'); process.exit(1); }
`;
  const { report, stderr } = await runKeyless(folder, {
    files: { '.gitignore': 'node_modules\n', 'tools/prettier.js': tool, 'a.js': 'a\n' },
    setup:
      'mkdir -p node_modules/.bin && cp tools/prettier.js node_modules/.bin/prettier && chmod +x node_modules/.bin/prettier',
    gate: 'npx prettier --check a.js',
    env: { GITHUB_TOKEN: 'canary-gh-12345678' },
  });
  expect(report.attempts).toEqual([]);
  expect(stderr).toContain('recipe prettier: prettier made a symlink of a.js');
});
