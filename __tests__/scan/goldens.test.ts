import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Scan } from '../../src/domain/scan.js';
import { FAMILIES } from '../../src/scan/parsers/registry.js';
import { scanLog } from '../../src/scan/scan-log.js';

const FOLDER = join(import.meta.dirname, '../fixtures/scan');
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.log'))
  .map((name) => name.slice(0, -4));
const TOOLS = [...new Set([...FAMILIES.flatMap(({ parsers }) => parsers.map(({ tool }) => tool)), 'python'])];

type Golden = Scan & { readonly repositoryFiles: readonly string[] };

function goldenOf(name: string): Golden {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Golden;
}

test.each(NAMES)('what %s printed is read as the golden says', (name) => {
  const { repositoryFiles, ...expected } = goldenOf(name);
  const log = readFileSync(join(FOLDER, `${name}.log`), 'utf8');
  // A golden may leave out what it has nothing to say of (why a finding ranks so, the reason).
  expect(scanLog({ log, repositoryFiles })).toMatchObject(expected);
});

test.each(NAMES)('the golden of %s says what the log has to give', (name) => {
  expect(Object.keys(goldenOf(name))).toEqual(
    expect.arrayContaining(['repositoryFiles', 'category', 'findings']),
  );
});

test.each(TOOLS)('%s has a golden in which it is the one that speaks', (tool) => {
  const name = tool.replaceAll(/[^a-z0-9]+/g, '-');
  const speaking = NAMES.filter((golden) => golden === name || golden.startsWith(`${name}-`)).flatMap(
    (golden) => goldenOf(golden).findings.map((finding) => finding.tool),
  );
  expect(speaking).toContain(tool);
});

test('every row of every tool names its needles, and is anchored or begins at a literal', () => {
  const rows = FAMILIES.flatMap(({ parsers }) => parsers.flatMap((parser) => parser.rows));
  const loose = rows.filter(
    ({ needles, pattern }) => needles.length === 0 || /^(?:\.\*|\\S|\[\^)/.test(pattern.source),
  );
  expect(loose).toEqual([]);
});

test('no golden shows where it was made', () => {
  const telling = NAMES.filter((name) =>
    /\/root\/|golden/.test(readFileSync(join(FOLDER, `${name}.log`), 'utf8')),
  );
  expect(telling).toEqual([]);
});
