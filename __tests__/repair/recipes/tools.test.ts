import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { OddChange } from '../../../src/domain/patch.js';
import type { ShellCommand } from '../../../src/domain/shell-command.js';
import type { RecipeBench, ToolResult } from '../../../src/repair/recipes/bench.js';
import { FORMATTERS } from '../../../src/repair/recipes/recipes/formatters.js';
import { LINTERS } from '../../../src/repair/recipes/recipes/linters.js';
import { RECIPES } from '../../../src/repair/recipes/registry.js';
import { planRecipes, tryPlans } from '../../../src/repair/recipes/try-recipes.js';
import { type RecipeCase, recipeContext } from '../../support/recipe-context.js';

interface Machine {
  /** What a command answers, by its argument list; null for a program that is not there. */
  readonly answers?: (words: readonly string[]) => Partial<ToolResult> | null;
  /** Files that differ afterwards. */
  readonly changed?: readonly string[];
  readonly odd?: readonly OddChange[];
  readonly gone?: readonly string[];
}

function bench({ answers = () => ({}), changed = [], odd = [], gone = [] }: Machine) {
  const calls: ShellCommand[] = [];
  const used: RecipeBench = {
    reset: async () => undefined,
    run: async (command) => {
      calls.push(command);
      const answer = answers([...command.shell, command.text]);
      return answer === null
        ? { exitCode: 127, output: 'sh: exec: x: not found', durationMs: 1 }
        : { exitCode: 0, output: '', durationMs: 1, ...answer };
    },
    collect: async () => ({
      changes: [
        ...changed.map((path) => ({ path, before: 'a', after: 'b' })),
        ...gone.map((path) => ({ path, before: 'a', after: null })),
      ],
      odd,
    }),
  };
  return {
    used,
    words: () => calls.map(({ shell, text }) => [...shell, text].join(' ')),
    folders: () => calls.map(({ folder }) => folder),
  };
}

async function turn(name: string, fields: RecipeCase, machine: Machine) {
  const context = recipeContext(fields);
  const plans = await planRecipes(
    RECIPES.filter((recipe) => recipe.name === name),
    context,
  );
  const { used, words, folders } = bench(machine);
  return {
    ...(await tryPlans(plans, context, used)),
    words: words(),
    folders: folders(),
    planned: plans.length,
  };
}

const prettier = (...files: readonly string[]) =>
  files.map((file) => ({ file, line: null, tool: 'prettier', message: file }));

test('no two recipes have a name in common, and none looks like two in a list', () => {
  const names = RECIPES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => /,|^(?:all|none)$/.test(name))).toEqual([]);
});

test.each([...FORMATTERS, ...LINTERS])(
  '$name is handed paths that it cannot take for options',
  ({ fixes }) => {
    for (const fix of fixes) {
      const words = fix(['a', 'b']);
      if (words.includes('a')) expect(words.slice(-3)).toEqual(['--', 'a', 'b']);
      else expect(words).not.toContain('b');
    }
  },
);

test('a tool of a workspace is looked for from the package upwards, then on the machine', async () => {
  const { words, folders, candidate, trials } = await turn(
    'prettier',
    {
      files: { 'web/app/package.json': '{}', 'web/app/src/a.js': '' },
      findings: prettier('web/app/src/a.js'),
    },
    { answers: () => null },
  );
  const rest = '--write --ignore-unknown -- src/a.js';
  expect(words).toEqual([
    `./node_modules/.bin/prettier ${rest}`,
    `../node_modules/.bin/prettier ${rest}`,
    `../../node_modules/.bin/prettier ${rest}`,
    `prettier ${rest}`,
    `npx --no-install --offline prettier ${rest}`,
  ]);
  expect(new Set(folders)).toEqual(new Set(['web/app']));
  expect([candidate, trials]).toEqual([
    null,
    [{ recipe: 'prettier', detail: 'prettier is not installed here' }],
  ]);
});

test.each([
  ['python3.12 -m black --check .', 'python3.12 -m black'],
  ['cd x && poetry run black --check .', 'poetry run black'],
  ['uv run black --check .', 'uv run black'],
  ['black --check .', './.venv/bin/black'],
  ['echo "rm -m black"', './.venv/bin/black'],
])('black is started first as the gate %j starts it', async (command, start) => {
  const findings = [{ file: 'a.py', line: null, tool: 'black', message: 'would reformat a.py' }];
  const { words } = await turn('black', { files: { 'a.py': '' }, findings, command }, { changed: ['a.py'] });
  expect(words).toEqual([`${start} --quiet -- a.py`]);
});

test.each([
  ['npx --yes prettier@3.2.0 --check .', 'npx --no-install --offline prettier@3.2.0'],
  ['npx prettier --check .', 'npx --no-install --offline prettier'],
  ['echo prettier@3.2.0', 'npx --no-install --offline prettier'],
])('what the gate %j fetched is what mends', async (command, start) => {
  const fields = { files: { 'a.js': '' }, findings: prettier('a.js'), command };
  const { words } = await turn('prettier', fields, { answers: (call) => (call[0] === 'npx' ? {} : null) });
  expect(words.at(-1)).toBe(`${start} --write --ignore-unknown -- a.js`);
});

test.each<[string, RecipeCase]>([
  ['names', { files: {}, log: 'Fixing a.py\nFixing ../b.py' }],
  ['shows in a diff', { files: {}, log: 'diff --git a/a.py b/a.py\nindex 1..2 100644' }],
  ['was seen to change', { files: {}, rewritten: ['a.py'] }],
])('hooks of pre-commit run again on what their first run %s', async (_, fields) => {
  const log = `- files were modified by this hook\n\n${fields.log ?? ''}\n`;
  const { words } = await turn(
    'pre-commit',
    { ...fields, log, files: { 'a.py': '', 'c.py': '' } },
    { changed: ['a.py', 'c.py'] },
  );
  expect(words[0]).toBe('./.venv/bin/pre-commit run --files a.py');
});

test('only tracked files that the tool named are handed to it and taken from it', async () => {
  const { words, candidate } = await turn(
    'prettier',
    {
      files: { 'a.js': '', 'b.js': '', '-rf.js': '' },
      findings: prettier('a.js', '-rf.js', 'gone.js', '../out.js', 'a.js'),
    },
    { changed: ['a.js', 'b.js', 'new.js'] },
  );
  expect(words).toEqual(['./node_modules/.bin/prettier --write --ignore-unknown -- a.js ./-rf.js']);
  expect(candidate?.changes.map(({ path }) => path)).toEqual(['a.js']);
  expect(candidate?.recipe).toEqual({ name: 'prettier', opened: ['a.js'] });
});

test.each<[string, Machine, string]>([
  ['changes nothing', {}, 'prettier changed nothing'],
  [
    'ends with a fault',
    { answers: () => ({ exitCode: 2, output: 'a.js: SyntaxError\n' }) },
    'prettier ended with 2: a.js: SyntaxError',
  ],
  ['does not end', { answers: () => ({ exitCode: null }) }, 'prettier did not end in time'],
  ['leaves a link', { odd: [{ path: 'a.js', kind: 'symlink' }] }, 'prettier made a symlink of a.js'],
  ['takes a file away', { gone: ['a.js'] }, 'prettier took a.js away'],
])('a formatter that %s makes no candidate', async (_, machine, detail) => {
  const result = await turn('prettier', { files: { 'a.js': '' }, findings: prettier('a.js') }, machine);
  expect([result.candidate, result.trials]).toEqual([null, [{ recipe: 'prettier', detail }]]);
});

test('a linter that cannot mend all makes a candidate of what it could', async () => {
  const findings = [{ file: 'a.js', line: 1, tool: 'eslint', message: 'x' }];
  const { candidate } = await turn(
    'eslint',
    { files: { 'a.js': '' }, findings },
    { answers: () => ({ exitCode: 1 }), changed: ['a.js'] },
  );
  expect(candidate?.changeSummary).toBe('eslint: a.js');
});

test('a lockfile is brought in step without the network, and with it only when that fails', async () => {
  const fields = {
    files: { 'package.json': '{}', 'package-lock.json': '{}' },
    log: 'npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.',
    command: 'npm ci',
  };
  const offline = await turn('npm lockfile', fields, { changed: ['package-lock.json', 'package.json'] });
  expect(offline.words).toEqual([
    'npm install --package-lock-only --ignore-scripts --no-audit --no-fund --offline',
  ]);
  expect(offline.candidate?.changes.map(({ path }) => path)).toEqual(['package-lock.json']);
  const both = await turn('npm lockfile', fields, {
    answers: (words) => ({ exitCode: words.includes('--offline') ? 1 : 0 }),
    changed: ['package-lock.json'],
  });
  expect(both.words[1]).toMatch(/--ignore-scripts .*--prefer-offline$/);
});

test.each<[string, RecipeCase, string | null]>([
  [
    'where the command ran',
    { files: { 'package-lock.json': '', 'docs/package-lock.json': '' }, command: 'npm ci' },
    '.',
  ],
  [
    'in the only folder that has one',
    { files: { 'web/package-lock.json': '' }, command: 'cd web && npm ci' },
    'web',
  ],
  [
    'in the folder that the command names',
    { files: { 'package-lock.json': '', 'web/package-lock.json': '' }, command: 'cd web && npm ci' },
    'web',
  ],
  [
    'nowhere, when that leaves a choice',
    { files: { 'a/package-lock.json': '', 'b/package-lock.json': '' }, command: 'make' },
    null,
  ],
])('npm brings a lockfile in step %s', async (_, fields, folder) => {
  const log =
    'npm ERR! npm ci can only install packages when your package.json and package-lock.json are in sync.';
  const { folders, planned } = await turn('npm lockfile', { ...fields, log }, { changed: [] });
  expect(planned === 0 ? null : folders[0]).toBe(folder);
});

test.each([
  ['npm run generate', 'src/list.txt is out of date; run npm run generate', 'npm run generate'],
  ['make check', 'error: stale: src/list.txt (run `npm run generate`)', 'npm run generate'],
  ['npm test', 'src/list.txt is out of date; run npm run $(rm -rf ~)', null],
  ['npm test', 'src/list.txt is out of date; run npm run deploy', null],
  ['npm test', '/etc/passwd is out of date; run npm run generate', null],
])('a generator that %j and %j name', async (command, log, started) => {
  const files = { 'package.json': '{"scripts":{"generate":"x","deploy":"y"}}', 'src/list.txt': '' };
  const { words } = await turn('generated files', { files, log, command }, { changed: ['src/list.txt'] });
  expect(words[0] ?? null).toBe(started);
});

test('what a gate that ran the generator changed is out of date, though it compares in silence', async () => {
  const files = { 'package.json': '{"scripts":{"generate":"x"}}', 'src/list.txt': '', 'other.txt': '' };
  const fields = { files, command: 'npm run generate && git diff --quiet', rewritten: ['src/list.txt'] };
  const { candidate } = await turn('generated files', fields, { changed: ['src/list.txt', 'other.txt'] });
  expect(candidate?.changes.map(({ path }) => path)).toEqual(['src/list.txt']);
});

test('every recipe is described', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/recipes.md'), 'utf8');
  const described = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
    names.trim().split(', '),
  );
  expect(RECIPES.map(({ name }) => name).filter((name) => !described.includes(name))).toEqual([]);
});
