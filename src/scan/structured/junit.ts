import type { Place } from '../parser.js';
import type { Reading } from '../read-diagnostics.js';
import { cutJunit } from './cut-junit.js';
import { flakyTest, type TestRun } from './flaky-test.js';
import { jsonPlace } from './json-place.js';
import { parseXml, type XmlElement } from './parse-xml.js';
import { readFailedTest } from './read-failed-test.js';
import { MOST_READ, noteOfLeft, readingOf, type TextReader } from './structured-format.js';

/** JUnit XML as the runners write it (there is no standard; testmoapp/junitxml on GitHub collects what they do). */
export interface TestCase {
  readonly element: XmlElement;
  readonly suite: XmlElement;
}

const ROOTS: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);
/** The root stands below a declaration and a comment at most. */
const HEAD_LENGTH = 10_000;
const FAILURES: ReadonlySet<string> = new Set(['failure', 'error']);
/** Surefire's words for a run that failed before one that passed. */
const FLAKY: ReadonlySet<string> = new Set(['flakyFailure', 'flakyError']);

/** Null for what is no JUnit XML, or is cut off. */
export function readTestCases(text: string): readonly TestCase[] | null {
  const [, first] = /^\s*<[\s\S]*?(?<=<)([A-Za-z]\w*)/.exec(text.slice(0, HEAD_LENGTH)) ?? [];
  if (first === undefined || !ROOTS.has(first)) return null;
  const roots = parseXml(text)?.filter(({ name }) => ROOTS.has(name)) ?? [];
  return roots.length === 0 ? null : roots.flatMap((root) => casesIn(root));
}

export const readJunit: TextReader = (text) => {
  const { text: told, left } = cutJunit(text, MOST_READ);
  const cases = readTestCases(told);
  if (cases === null) return null;
  const lineOf = lineCounter(text);
  const lineOfCase = lineCounter(text);
  const flaky = flakyTest(cases.flatMap((each) => runsOf(each, lineOfCase)));
  return readingOf([...cases.flatMap((each) => failuresOf(each, lineOf)), { flaky }, noteOfLeft(left)]);
};

function casesIn(suite: XmlElement): readonly TestCase[] {
  return suite.children.flatMap((element) => {
    if (element.name === 'testcase') return [{ element, suite }];
    return ROOTS.has(element.name) ? casesIn(element) : [];
  });
}

function failuresOf({ element, suite }: TestCase, lineOf: (offset: number) => number): Partial<Reading>[] {
  const { classname = '' } = element.attributes;
  return element.children
    .filter(({ name }) => FAILURES.has(name))
    .map((failure) => {
      const { message = '', type = '' } = failure.attributes;
      const logLine = lineOf(failure.offset);
      return readFailedTest({
        name: message === 'collection failure' ? null : testName(element, failure),
        tool: 'junit',
        message,
        code: type === '' || type === 'failed' ? null : type,
        details: detailsOf(failure, classname),
        places: placesOf(element, suite),
        logLine,
        logEndLine: logLine + failure.text.split('\n').length - 1,
      });
    });
}

/** A test is told once for each run of it, or (Surefire) once with the runs that failed before inside. */
function runsOf({ element, suite }: TestCase, lineOf: (offset: number) => number): TestRun[] {
  const { name = '', classname = '' } = element.attributes;
  const run = { key: JSON.stringify([suite.attributes.name, classname, name]), name };
  const has = (names: ReadonlySet<string>) => element.children.some((child) => names.has(child.name));
  if (element.children.some((child) => child.name === 'skipped')) return [];
  const logLine = has(FLAKY) || has(FAILURES) ? lineOf(element.offset) : 0;
  const earlier: TestRun[] = has(FLAKY) ? [{ ...run, end: 'failed', logLine }] : [];
  return [...earlier, { ...run, end: has(FAILURES) ? 'failed' : 'passed', logLine }];
}

/** gotestsum leaves out the package's line, by which a bare file name is known to be one of its folder. */
function detailsOf({ text }: XmlElement, classname: string): string {
  return /^[ \t]*--- FAIL: /m.test(text) && classname.includes('/')
    ? `${text}\nFAIL\t${classname}\t0s`
    : text;
}

/** As a log names it: pytest's test classes stand before the test, and so does Surefire's class. */
function testName({ attributes }: XmlElement, failure: XmlElement): string {
  const { name = '', classname = '' } = attributes;
  if (/\((?:\w+\.(?:java|kt|scala|groovy):\d+|Native Method)\)/.test(failure.text))
    return `${classname}.${name}`;
  const classes = /^[\w.]{0,200}?\btest_\w{1,200}\.(?<classes>[A-Z]\w*(?:\.[A-Z]\w*)*)$/.exec(classname)
    ?.groups?.classes;
  return classes === undefined ? name.trim() : `${classes}.${name}`;
}

/** The runners that name the test's file do so on the test or on its suite; vitest has it for a class name. */
function placesOf({ attributes }: XmlElement, suite: XmlElement): readonly Place[] {
  const { file, line, classname = '' } = attributes;
  const named = file ?? suite.attributes.file ?? suite.attributes.filepath;
  if (named !== undefined) return [jsonPlace(named, line === undefined ? null : lineNumber(named, line))];
  return /^[^\s/\\]*[/\\]\S+\.\w+$/.test(classname) ? [jsonPlace(classname)] : [];
}

/** pytest counts lines from 0 here. */
function lineNumber(file: string, line: string): number {
  return Number(line) + (file.endsWith('.py') ? 1 : 0);
}

/** Offsets must ascend. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < offset; next = text.indexOf('\n', at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}
