import type { Finding } from '../../domain/scan.js';
import type { Declaration } from '../outline.js';
import { isSecretFile } from '../secret-file.js';
import type { RepairContext } from '../strategy.js';

/** Where the common languages and runners keep tests. */
const TEST_PATH =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|(?:^|\/)test_[^/]+$|[._-](?:test|spec)s?\.\w+$|Tests?\.\w+$/;
/** Each is a search of the repository. */
const MAX_SEARCHES = 3;
/** A shorter name is anywhere. */
const MIN_NAME_LENGTH = 4;

/** The last part of a test's name, as its source has it: no suites before it, no parameters after it. */
function ownName(test: string): string {
  const name = withoutParameters(test);
  return name.split(/ > | › |::|\./).at(-1) ?? name;
}

function withoutParameters(test: string): string {
  const inner = test.slice(0, -1);
  const open = test.endsWith(']') ? inner.indexOf('[', inner.lastIndexOf(']') + 1) : -1;
  return open === -1 ? test : test.slice(0, open);
}

/** Lines that findings name in a file; of a test without one, or that failed elsewhere, where it is declared. */
export function pointedLines(
  path: string,
  findings: readonly Finding[],
  outline: readonly Declaration[] | null,
): readonly number[] {
  return findings.flatMap(({ file, line, test }) => {
    if (file === path && line !== null) return line;
    if (test === null || (file !== path && !TEST_PATH.test(path))) return [];
    const declared = outline?.find(({ name }) => name === ownName(test) || name === test);
    return declared?.first ?? [];
  });
}

/** Files of the failing tests (B8), where what failed in them lies elsewhere. */
export async function testFiles({ scan, files }: RepairContext): Promise<readonly string[]> {
  const names = scan.findings
    .filter(({ file, test }) => test !== null && !(file !== null && TEST_PATH.test(file)))
    .map(({ test }) => ownName(test ?? ''))
    .filter((name) => name.length >= MIN_NAME_LENGTH);
  const found = new Set<string>();
  const tracked = new Set(files.paths);
  for (const name of [...new Set(names)].slice(0, MAX_SEARCHES)) {
    const holding = await files.holding(name);
    const first = holding.find((path) => tracked.has(path) && TEST_PATH.test(path) && !isSecretFile(path));
    if (first !== undefined) found.add(first);
  }
  return [...found];
}
