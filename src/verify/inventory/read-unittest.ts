import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { type InventoryReader, stableName } from './inventory-reader.js';

/** `test_add (module.Class.test_add)`, then its first line of words if it has some, then ` ... ok`. */
const HEAD = /^(?<indent> *)(?<name>\w+ \([\w.<>]+\))(?<rest>.*)$/;
const OUTCOME = /(?:^|\.\.\. )(?<word>ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/;
/** Counted like a test: a module that could not be loaded. Not counted: what prepares a class or module. */
const BROKEN_MODULE = 'unittest.loader._FailedTest';
const FIXTURE = /^(?:setUp|tearDown)(?:Class|Module) /;

/** `python -m unittest -v`, and what is built on it, such as Django's runner. */
export const readUnittest: InventoryReader = (lines) => {
  if (!lines.some((line) => /^Ran \d+ tests? in /.test(line))) return null;
  const tests: NamedTest[] = [];
  let unnamed = 0;
  let current: string | null = null;
  for (const line of lines) {
    if (/^={70}$/.test(line)) current = null;
    const { name, rest } = HEAD.exec(line)?.groups ?? {};
    if (name !== undefined) current = name;
    const word = OUTCOME.exec(rest ?? line)?.groups?.word;
    if (word === undefined || current === null) continue;
    if (current.includes(BROKEN_MODULE)) unnamed += 1;
    else if (!FIXTURE.test(current)) tests.push({ id: stableName(current), outcome: outcomeOf(word) });
    current = null;
  }
  return tests.length === 0 ? null : { tests, unnamed };
};

function outcomeOf(word: string): TestOutcome {
  if (word === 'ok') return 'passed';
  return word.startsWith('skipped') || word === 'expected failure' ? 'skipped' : 'failed';
}
