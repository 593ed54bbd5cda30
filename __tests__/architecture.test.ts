import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const SRC = resolve(import.meta.dirname, '..', 'src');
const ROOMS = ['scan', 'isolate', 'repair', 'policy', 'verify', 'report'];
const OUTSIDE_MODULES = /^node:(fs|child_process|net|http|https|os|process|readline|worker_threads|timers)/;
const LINES_PER_FILE = 300;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : 'entry');

/** Imports of ours as paths below src/, others by name. */
function importsOf(file: string, text = textOf(file)): readonly Import[] {
  const pattern = /^(?:import|export)\s(type\s)?[^;]*?from\s'([^']+)';|\bimport\('([^']+)'\)/gms;
  return [...text.matchAll(pattern)].map(([, type, from, dynamic]) => {
    const target = from ?? dynamic ?? '';
    const ours = target.startsWith('.');
    return {
      file,
      typeOnly: type !== undefined,
      target: ours ? relative(SRC, resolve(SRC, dirname(file), target)) : target,
    };
  });
}

/** The broken rule in words, or null. */
function brokenRule({ file, target, typeOnly }: Import): string | null {
  const from = roomOf(file);
  const to = /^[a-z]+[/.]/.test(target) && !target.startsWith('node:') ? roomOf(target) : null;
  const said = `${file} imports ${target}: `;
  if (from !== 'adapters' && from !== 'main' && OUTSIDE_MODULES.test(target)) {
    return `${said}only adapters/ and main/ reach the outside (files, processes, network)`;
  }
  if (to === null || to === from || !files.some((name) => roomOf(name) === to)) return null;
  if (from === 'domain') return `${said}domain/ imports nothing of ours`;
  if (to === 'main' && from !== 'entry') return `${said}main/ is imported by the entry alone`;
  if (from === 'main' || from === 'entry' || to === 'domain') return null;
  if (to === 'adapters') return `${said}only main/ imports adapters/`;
  if (to === 'config') return `${said}only main/ imports config/`;
  if (from === 'loop') return null;
  if (from === 'report' && to === 'ledger') return null;
  if (from === 'adapters')
    return typeOnly || to === 'ledger' || to === 'repair'
      ? null
      : `${said}adapters/ take only types from rooms`;
  return ROOMS.includes(from) || from === 'ledger' || from === 'config'
    ? `${said}a room imports domain/ and its own folder, never another room`
    : null;
}

test('imports go only in the directions that ARCHITECTURE.md allows', () => {
  expect(
    files
      .flatMap((file) => importsOf(file))
      .map(brokenRule)
      .filter((rule) => rule !== null),
  ).toEqual([]);
});

test.each([
  ['domain/patch.ts', "import { scanLog } from '../scan/scan-log.js';", /domain\/ imports nothing/],
  ['scan/scan-log.ts', "import { judge } from '../verify/judge.js';", /never another room/],
  ['policy/check-policy.ts', "import { readFile } from 'node:fs/promises';", /only adapters\/ and main\//],
  ['loop/repair-loop.ts', "import { Git } from '../adapters/git/git.js';", /only main\/ imports adapters/],
  ['verify/judge.ts', "import { RUN_OPTIONS } from '../config/settings.js';", /only main\/ imports config/],
  ['adapters/git/git.ts', "import { judge } from '../../verify/judge.js';", /only types/],
])('%s with a wrong import is named with the rule it breaks', (file, text, rule) => {
  expect(importsOf(file, text).map(brokenRule)).toEqual([expect.stringMatching(rule)]);
});

test('the environment is read by adapters/ and main/ alone', () => {
  const readers = files.filter((file) => /\bprocess\.(env|cwd|argv|exit)\b/.test(textOf(file)));
  expect(readers.filter((file) => !/^(adapters|main)\//.test(file))).toEqual([]);
});

test('no file is longer than 300 lines, and half of them are under 100', () => {
  const lengths = files.map((file) => ({ file, lines: textOf(file).split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > LINES_PER_FILE)).toEqual([]);
  expect(lengths.filter(({ lines }) => lines < 100).length).toBeGreaterThan(files.length / 2);
});

test('no file or folder is named for being useful', () => {
  expect(
    files.filter((file) =>
      /(^|[/-])(utils?|helpers?|managers?|services?|common|misc|processors?)([/.-]|$)/.test(file),
    ),
  ).toEqual([]);
});
