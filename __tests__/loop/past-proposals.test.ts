import { expect, test } from '@jest/globals';
import type { Execution } from '../../src/domain/execution.js';
import type { Revision } from '../../src/domain/revision.js';
import type { Finding } from '../../src/domain/scan.js';
import { fold, type RunState } from '../../src/ledger/fold.js';
import { pastProposals } from '../../src/loop/past-proposals.js';
import { finding, repairContext } from '../support/repair-context.js';

const { scan, failed } = repairContext();
const revision = (number: number, parentRevisionId: string | null): Revision => ({
  revisionId: `r${number}`,
  number,
  parentRevisionId,
  commit: `c${number}`,
  paths: [],
  patchDigest: '',
  diagnosis: null,
  changeSummary: `change ${number}`,
  proposer: null,
  opened: [],
  diff: `diff ${number}`,
  concerns: [],
});
const execution = (number: number): Execution => ({ ...failed, number, revisionId: `r${number}` });

/** A red base, then one red attempt after the other, each with these findings. */
function stateOf(...findings: readonly (readonly Finding[])[]): RunState {
  const numbers = findings.map((_, number) => number);
  return {
    ...fold([]),
    revisions: numbers.map((number) => revision(number, number === 0 ? null : `r${number - 1}`)),
    executions: numbers.map(execution),
    scans: Object.fromEntries(findings.map((each, number) => [`r${number}`, { ...scan, findings: each }])),
  };
}

const a = finding({ file: 'a.ts', line: 1, message: 'a is wrong' });
const b = finding({ file: 'b.ts', line: 2, message: 'b is wrong' });

test('a red attempt says which findings are gone, which are new, and how many stayed, whatever their lines', () => {
  const c = finding({ file: 'c.ts', line: null, message: 'c broke\nand more' });
  const [past] = pastProposals(stateOf([a, b], [{ ...b, line: 9 }, c]));
  expect(past).toEqual({
    attempt: 1,
    changeSummary: 'change 1',
    diff: 'diff 1',
    result: 'gate-red',
    detail: 'exit 1\ngone: a.ts:1 a is wrong\nnew: c.ts:? c broke\nthe same as before: 1 findings',
  });
});

test('each attempt is compared with the one that it builds on', () => {
  const [, second] = pastProposals(stateOf([a, b], [b], [a]));
  expect(second?.detail).toBe('exit 1\ngone: b.ts:2 b is wrong\nnew: a.ts:1 a is wrong');
});

test('a flood of new findings is counted', () => {
  const flood = Array.from({ length: 9 }, (_, n) => finding({ message: `fault ${n}` }));
  const [past] = pastProposals(stateOf([a], [a, ...flood]));
  expect(past?.detail).toContain('fault 4 (and 4 more)');
  expect(past?.detail).not.toContain('fault 5');
});

test('what the judge holds against an attempt comes first, and a refusal carries its code', () => {
  const state = stateOf([a], [a]);
  const checks = [{ name: 'test-count', passed: false, detail: 'One test less than before.' }] as const;
  const executions = state.executions.map((each) => ({ ...each, checks }));
  const rejected = [
    {
      attempt: 2,
      proposer: { strategy: 'model', recipe: null } as const,
      code: 'not-found' as const,
      detail: 'oldText is not there.',
      changeSummary: 's',
      patchDigest: null,
    },
  ];
  const [red, refused] = pastProposals({ ...state, executions, rejected });
  expect(red?.detail).toMatch(/^One test less than before\.\n/);
  expect(refused).toMatchObject({
    attempt: 2,
    result: 'rejected',
    detail: 'not-found: oldText is not there.',
  });
});
