import type { RuleFinding } from '../../domain/rule-finding.js';
import { mentions } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { findAssertions } from '../tests/find-assertions.js';
import { findTests, type TestCase } from '../tests/find-tests.js';
import { literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import { isLikeness } from './likeness.js';
import { finding } from './rule.js';

interface Declared {
  readonly file: FilePair;
  readonly source: Source;
  readonly test: TestCase;
  /** Where the first test of its file begins: what stands before are imports. */
  readonly first: number;
}

/** S-DEL: a test that the runner found before and does not find any more, or a file of tests that is gone. */
export function removedTests(patch: PatchView): readonly RuleFinding[] {
  const before = declared(patch, 'before');
  const after = declared(patch, 'after');
  const lost = difference(before, after);
  const fresh = difference(after, before);
  const values = lost.length === 0 ? NO_VALUES : freshValues(patch);
  const removed = withoutTwins(lost, fresh).filter((each) => !isAbsorbed(each, values));
  const isAsStrong = strengthOf(patch, 'after') >= strengthOf(patch, 'before') && fresh.length >= lost.length;
  return [...removed.map((each) => tell(each, patch, isAsStrong)), ...lostFiles(patch, removed)];
}

/** Of the tests that came, so many are compared with one that went; they mostly stand in the same order. */
const MOST_COMPARED = 200;

/** Those that do not stand there under another name, or nearly. */
function withoutTwins(lost: readonly Declared[], fresh: readonly Declared[]): readonly Declared[] {
  const open = [...fresh];
  return lost.filter((each) => {
    const twin = open.slice(0, MOST_COMPARED).findIndex((other) => isRenamed(each, other));
    if (twin !== -1) open.splice(twin, 1);
    return twin === -1;
  });
}

/** What all tests of the patch assert together. */
function strengthOf({ files }: PatchView, side: 'before' | 'after'): number {
  return files
    .filter(({ fileClass, path, before }) => fileClass === 'test' && (before !== null || isFound(path)))
    .flatMap((file) => (file[side] === null ? [] : findAssertions(file[side])))
    .reduce((sum, { strength }) => sum + strength, 0);
}

function declared({ files }: PatchView, side: 'before' | 'after'): readonly Declared[] {
  return files.flatMap((file) => {
    const source = file[side];
    if (source === null || !isTestCode(file, source) || (file.before === null && !isFound(file.path)))
      return [];
    const tests = findTests(source);
    return tests.map((test) => ({ file, source, test, first: tests[0]?.extent[0] ?? 0 }));
  });
}

/** Names by which the runners find a file; a new file of another name may hold tests that nobody runs. */
const isFound = (path: string): boolean =>
  !/(?:^|\/)[_.][^/]*_test\.go$|(?:^|\/)testdata\//.test(path) &&
  /_test\.go$|(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$|[._-](?:test|tests|spec|it|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|test|tests|spec)\/.*\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]sx?$|(?:Tests?|TestCase|IT|Spec|Specs)\.(?:java|kt|groovy|scala|cs|php)$|(?:^|\/)(?:Test\w*)\.(?:java|kt|cs)$|\.rs$|_(?:test|spec)\.rb$|(?:^|\/)test_\w+\.rb$|\.(?:c|cc|cpp|cxx|h|hpp|sh|bash|bats|m|mm)$/.test(
    path,
  );

/** A file of tests, or one of those languages in which tests stand beside what they test. */
const isTestCode = ({ fileClass }: FilePair, { language }: Source): boolean =>
  fileClass === 'test' || fileClass === 'runner-config' || language === 'rust';

function difference(from: readonly Declared[], without: readonly Declared[]): readonly Declared[] {
  const left = new Map<string, number>();
  for (const { test } of without) left.set(test.name, (left.get(test.name) ?? 0) + 1);
  return from.filter(({ test }) => {
    const count = left.get(test.name) ?? 0;
    if (count > 0) left.set(test.name, count - 1);
    return count === 0;
  });
}

/** Another name for what stays the same, or nearly. */
function isRenamed(lost: Declared, found: Declared): boolean {
  const [from, to] = lost.test.extent;
  if (from === to) return false;
  return isLikeness(lost.source.code.slice(from, to), found.source.code.slice(...found.test.extent));
}

/** Its values stand in another test or table now. */
function isAbsorbed({ source, test: { extent } }: Declared, fresh: ReadonlySet<string>): boolean {
  const values = literalsIn(source.code.slice(...extent), source.language).filter(
    ({ value }) => value.length > 1,
  );
  return values.length > 1 && values.filter(({ value }) => fresh.has(value)).length >= 0.7 * values.length;
}

const NO_VALUES: ReadonlySet<string> = new Set();

/** Literals on the lines that came into files of tests. */
const freshValues = ({ files }: PatchView): ReadonlySet<string> =>
  new Set(
    files
      .filter(
        ({ fileClass, after, path }) =>
          fileClass === 'test' && after !== null && isFound(path) && findTests(after).length > 0,
      )
      .flatMap(({ after, added }) =>
        (after === null
          ? []
          : literalsIn(after.code, after.language).filter(({ line }) => added.has(line))
        ).map(({ value }) => value),
      ),
  );

function tell({ file, source, test, first }: Declared, { log }: PatchView, isAsStrong: boolean): RuleFinding {
  const gone = missingNow(source, test, { log: log.text, first });
  const isReplaced = isAsStrong && test.extent[0] < test.extent[1];
  const verdict = gone === undefined && !isReplaced ? 'reject' : 'escalate';
  const why =
    gone === undefined
      ? isReplaced
        ? 'others assert as much in its place, so a person decides'
        : 'a test that ran before must run after'
      : `the log says that ${gone} is missing, so a person decides whether the test goes too`;
  const name = JSON.stringify(test.name);
  return finding('S-DEL', {
    path: file.path,
    line: test.line,
    verdict,
    detail: `The test ${name} is gone; ${why}.`,
  });
}

/** What the test uses, or its file imports, that the log says is not there. */
function missingNow(
  source: Source,
  { extent }: TestCase,
  { log, first }: { readonly log: string; readonly first: number },
): string | undefined {
  if (log === '') return undefined;
  const hasImports = source.language !== 'shell' && source.language !== 'c';
  const used = [...(hasImports ? source.code.slice(0, first) : []), ...source.code.slice(...extent)];
  return used.find(
    ({ kind, value }) =>
      /^(?:word|string)$/.test(kind) &&
      value.length > 3 &&
      !RUNNERS.test(value) &&
      isSaidToBeMissing(log, value),
  )?.value;
}

const RUNNERS =
  /^(?:pytest|unittest|jest|vitest|mocha|node:test|node:assert|assert|testing|junit|import|from|test|minitest|rspec|PHPUnit)/;
const MISSING =
  /(?:cannot import name|does not provide an export named|has no (?:attribute|exported member)|undefined:|cannot find (?:module|name|symbol|function|type|package)|no module named|is not (?:defined|a function|exported)|unresolved (?:import|reference)|undefined (?:method|local variable|function|constant)|does not exist|could not find|uninitialized constant|class .{0,40} not found|cannot load such file)[^\n]{0,120}/gi;

function isSaidToBeMissing(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  return [...text.matchAll(MISSING)].some(([said]) => mentions({ text: said, scan: null }, name));
}

/** Tests in a form that is not read, such as scripts: the file counts as one. */
function lostFiles({ files }: PatchView, removed: readonly Declared[]): readonly RuleFinding[] {
  return files
    .filter((file) => file.fileClass === 'test' && hasCode(file.before) && !hasCode(file.after))
    .filter((file) => !removed.some((each) => each.file === file) && !isMoved(file, files))
    .map(({ path }) =>
      finding('S-DEL', {
        path,
        line: null,
        verdict: 'reject',
        detail: 'The test file is deleted or emptied; what it checked is checked no more.',
      }),
    );
}

const hasCode = (source: Source | null): boolean => source !== null && source.code.length > 0;

const isMoved = (file: FilePair, files: readonly FilePair[]): boolean =>
  files.some(
    (other) =>
      other.before === null &&
      other.fileClass === 'test' &&
      isLikeness(file.before?.code ?? [], other.after?.code ?? []),
  );
