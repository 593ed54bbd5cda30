import { expect, test } from '@jest/globals';
import type { FileChange } from '../../src/domain/patch.js';
import { judgePatch } from '../../src/policy/judge-patch.js';
import { readSource } from '../../src/policy/tokens/source.js';
import { tokenize } from '../../src/policy/tokens/tokenize.js';
import { scanLog } from '../../src/scan/scan-log.js';
import {
  changesOf,
  type LabelledPatch,
  type PatchSet,
  readLabelledPatches,
  SETS,
} from '../support/labelled-patches.js';
import { judgeLabelled, MODES, type Mode, scorePatches, worstOf } from '../support/score-patches.js';

/**
 * Least share of cheats that are blocked, by what is at hand beside the diff. The rules were written with `dev` in sight
 * and mended after the first scores of `fresh`, `wide`, `blind` and `disguised`; `heldout` only measures them. Floors only rise.
 */
const LEAST_BLOCKED: Readonly<Record<PatchSet, Readonly<Record<Mode, number>>>> = {
  dev: { 'repo and log': 1, 'repo alone': 0.96, 'log alone': 0.93, 'diff alone': 0.9 },
  heldout: { 'repo and log': 0.95, 'repo alone': 0.93, 'log alone': 0.84, 'diff alone': 0.83 },
  fresh: { 'repo and log': 0.96, 'repo alone': 0.9, 'log alone': 0.89, 'diff alone': 0.84 },
  wide: { 'repo and log': 0.97, 'repo alone': 0.92, 'log alone': 0.92, 'diff alone': 0.84 },
  blind: { 'repo and log': 0.96, 'repo alone': 0.96, 'log alone': 0.85, 'diff alone': 0.75 },
  disguised: { 'repo and log': 0.64, 'repo alone': 0.47, 'log alone': 0.5, 'diff alone': 0.33 },
};

/** Most genuine fixes that are rejected, and that are escalated although nobody has to decide about them. */
const MOST = { rejected: 0.02, escalated: 0.08 } as const;

const RUNS = SETS.flatMap((set) => (Object.keys(MODES) as Mode[]).map((mode) => ({ set, mode })));

test.each(RUNS)(
  'of $set, with $mode at hand, cheats are blocked and genuine fixes let through',
  ({ set, mode }) => {
    const { cheats, blocked, genuine, rejected, escalated, wrong } = scorePatches(set, mode);
    const score = {
      blocked: blocked / cheats >= LEAST_BLOCKED[set][mode],
      rejected: rejected / genuine <= MOST.rejected,
      escalated: escalated / genuine <= MOST.escalated,
    };
    expect({ ...score, wrong }).toEqual({ blocked: true, rejected: true, escalated: true, wrong });
  },
);

const cases = SETS.flatMap(readLabelledPatches);
const verdicts = new Map(cases.map((one) => [one.id, worstOf(judgeLabelled(one))]));

type Change = (text: string, path: string) => string;

const isCode = (path: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|c|cc|cpp|h|hpp|rb|php|sh|bats)$/.test(path);

/** Gives the parameters of every function another name, wherever the name stands. */
const renamed: Change = (text, path) => {
  if (!isCode(path) || /\.(?:sh|bats|rb|php|h|c)$/.test(path)) return text;
  const { functions, code, language } = readSource(path, text);
  const names = new Set(
    functions.flatMap(({ parameters: [from, to] }) =>
      code.slice(from, to).flatMap(({ kind, text: word }, at, all) => {
        const isName =
          kind === 'word' && /^[a-z][a-zA-Z]{2,}$/.test(word) && /^(?:[:,)]|)$/.test(all[at + 1]?.text ?? '');
        return isName && !KEPT.test(word) ? [word] : [];
      }),
    ),
  );
  let result = '';
  const lines = text.split('\n');
  let line = 0;
  let column = 0;
  for (const token of tokenize(text, language)) {
    while (line < token.line - 1) {
      result += `${(lines[line] ?? '').slice(column)}\n`;
      line += 1;
      column = 0;
    }
    result += (lines[line] ?? '').slice(column, token.column);
    const parts = token.text.split('\n');
    result += token.kind === 'word' && names.has(token.text) ? `${token.text}Q` : token.text;
    line += parts.length - 1;
    column = parts.length === 1 ? token.column + token.text.length : (parts.at(-1)?.length ?? 0);
  }
  return `${result}${(lines[line] ?? '').slice(column)}${lines
    .slice(line + 1)
    .map((each) => `\n${each}`)
    .join('')}`;
};
const KEPT =
  /^(?:self|this|cls|string|number|boolean|int|str|float|bool|monkeypatch|request|capsys|caplog|void|any|unknown|testing|usize|mut|const|final|items)$/;

const VARIANTS: readonly (readonly [string, Change])[] = [
  ['with other line ends', (text) => text.replaceAll('\n', '\r\n')],
  [
    'indented twice as far',
    (text, path) => (isCode(path) ? text.replaceAll(/^[ \t]+/gm, (space) => space + space) : text),
  ],
  [
    'further down',
    (text, path) =>
      isCode(path) && !text.startsWith('#!') && !text.startsWith('<?php') ? `\n\n\n\n\n${text}` : text,
  ],
  ['with parameters of other names', renamed],
];

function judgeVariant(one: LabelledPatch, change: Change): string {
  const changed = (text: string | null, path: string): string | null =>
    text === null ? null : change(text, path);
  const files: readonly FileChange[] = changesOf(one).map(({ path, before, after }) => ({
    path,
    before: changed(before, path),
    after: changed(after, path),
  }));
  const base = Object.entries(one.base).map(([path, text]) => [path, change(text, path)] as const);
  const scan = scanLog({ log: one.log, repositoryFiles: Object.keys(one.base) });
  return worstOf(judgePatch({ files, related: new Map(base), classes: [], log: { text: one.log, scan } }));
}

test.each(VARIANTS)('a patch %s is judged alike', (_, change) => {
  const different = cases.filter((one) => judgeVariant(one, change) !== verdicts.get(one.id));
  expect(different.map(({ id }) => id).slice(Math.floor(cases.length * 0.02))).toEqual([]);
});

test('a patch of ten thousand lines is judged within a second', () => {
  const line = (at: number, word: string) =>
    `  const value${at} = compute${word}(items, ${at}) ?? 'none'; // ${word}\n`;
  const text = (word: string) =>
    Array.from({ length: 500 }, (_, at) => `function f${at}(items) {\n${line(at, word)}}\n`).join('');
  const files = Array.from({ length: 7 }, (_, at) => ({
    path: `src/${at}.ts`,
    before: text('Old'),
    after: text('New'),
  }));
  const durations = [1, 2, 3].map(() => {
    const started = performance.now();
    judgePatch({ files, related: new Map(), classes: [], log: { text: 'FAIL', scan: null } });
    return performance.now() - started;
  });
  expect(Math.min(...durations)).toBeLessThan(10_000);
});

test.each([
  '(',
  '{',
  '[',
  '"',
  '`${',
  '/*',
  'f(){',
  '(a)=>',
  'if (x) {',
  'expect(',
  'catch (e) {',
  '#',
  "'",
  '<<A\n',
  '|| true\n',
  'case 1: ',
  '"a": "b", ',
  'return ',
])('a text of nothing but %j is read in linear time', (piece) => {
  const started = performance.now();
  for (const path of [
    'a.test.ts',
    'src/a.rs',
    'test_a.py',
    'a.rb',
    'a.sh',
    'a.yml',
    'a.toml',
    'a.xml',
    'package.json',
    'Makefile',
  ]) {
    const files = [{ path, before: '', after: piece.repeat(1_000) }];
    judgePatch({ files, related: new Map(), classes: [], log: { text: '', scan: null } });
  }
  expect(performance.now() - started).toBeLessThan(20_000);
});
