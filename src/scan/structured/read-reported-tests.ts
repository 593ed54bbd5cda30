import * as z from 'zod';
import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { readTestCases, type TestCase } from './junit.js';
import { parseJson } from './parse-json.js';

/** Of a test report (ctrf.io), what names every test. */
const ctrfSchema = z.object({
  results: z.object({
    tests: z.array(z.object({ name: z.string(), status: z.string(), filePath: z.string().nullish() })),
  }),
});
const CTRF_OUTCOMES: Readonly<Record<string, TestOutcome>> = { passed: 'passed', failed: 'failed' };

/**
 * Every test that a report file names (JUnit XML or CTRF), or null for another file. Checkers report in JUnit XML, too:
 * what they find goes when it is repaired, so it is no test. Theirs took no time.
 */
export function readReportedTests(text: string): readonly NamedTest[] | null {
  const cases = readTestCases(text);
  if (cases !== null) return cases.some(tookTime) ? cases.flatMap(namedTest) : null;
  if (!/^\s*\{/.test(text)) return null;
  const report = ctrfSchema.safeParse(parseJson(text));
  if (!report.success) return null;
  return report.data.results.tests.map(({ name, status, filePath }) => ({
    id: filePath == null || name.startsWith(`${filePath}::`) ? name : `${filePath} > ${name}`,
    outcome: CTRF_OUTCOMES[status] ?? 'skipped',
  }));
}

/** mypy's one case takes the time of the whole check. */
const tookTime = ({ element, suite }: TestCase): boolean =>
  [element, suite].some(({ attributes }) => Number(attributes.time) > 0) && suite.attributes.name !== 'mypy';

/**
 * What stands for a file or class that broke outside its tests; it goes when that is repaired, so it is no test. By its
 * message (pytest, node:test) or its name (a file's, none, and the words of JUnit, jest and go).
 */
const BROKEN_BY_MESSAGE: readonly string[] = ['collection failure', 'test failed'];
const BROKEN_BY_NAME =
  /^(?:|\S*\.\w+|initializationError|executionError|classMethod|setUpClass.*|Test suite failed to run|\[build failed\]|TestMain)$/;

function namedTest({ element, suite }: TestCase): readonly NamedTest[] {
  const { name = '', classname = '', status } = element.attributes;
  const child = (names: readonly string[]) => element.children.find((each) => names.includes(each.name));
  const failure = child(['failure', 'error']);
  const isBroken = BROKEN_BY_NAME.test(name) || BROKEN_BY_MESSAGE.includes(failure?.attributes.message ?? '');
  if (failure !== undefined && isBroken) return [];
  const isSkipped = child(['skipped', 'disabled']) !== undefined || status === 'notrun';
  // node:test has one class name for all.
  const group = classname === '' || classname === 'test' ? (suite.attributes.name ?? '') : classname;
  const id = group === '' || group === name ? name : `${group} > ${name}`;
  return [{ id, outcome: failure !== undefined ? 'failed' : isSkipped ? 'skipped' : 'passed' }];
}
