import type { CheckExpectation, CheckState, ChecksVerdict, RealCheck } from '../domain/real-checks.js';

/** More names say no more. */
const MAX_NAMED = 5;

/** A job that the base skipped or cut short is no promise that it runs elsewhere. */
const RAN: readonly CheckState[] = ['passed', 'failed', 'neutral'];

/** What the checks of a commit are judged by. */
export interface Measure extends CheckExpectation {
  /** Names of the jobs of the failed run that failed: red again, they were not repaired. */
  readonly failedJobs: readonly string[];
}

/**
 * What the checks of a commit say. Green is at least one success, and none failed, cancelled, pending, missing, or
 * required and skipped; a check that was red on the base outside the failed run is told apart. Missing is what the rules
 * of the branch require, and what ran on the commit that failed.
 */
export function judgeChecks(all: readonly RealCheck[], measure: Measure): ChecksVerdict {
  const { required, onBase, ours } = measure;
  const checks = all.filter(({ name }) => !ours.includes(name));
  if (checks.length === 0) return { kind: 'not-started', detail: 'No check of the commit has started.' };
  const inState = (state: CheckState) => checks.filter((check) => check.state === state).map(nameOf);
  const seen = new Set(checks.map(nameOf));
  const ran = onBase.filter(({ state, name }) => RAN.includes(state) && !ours.includes(name));
  const gone = ran.filter((each) => !checks.some((other) => isSame(each, other)));
  const missing = gone.map(({ name, workflow }) => (seen.has(name) ? `${name} of ${workflow}` : name));
  const rules: readonly (readonly [ChecksVerdict['kind'], readonly string[], string])[] = [
    ['red', newlyRed(all, measure).map(nameOf), 'failed'],
    ['cancelled', inState('cancelled'), 'was cancelled'],
    ['pending', inState('pending'), 'has not ended'],
    ['awaiting-approval', inState('awaiting-approval'), 'waits for the approval of a person'],
    ['red-before', inState('failed'), 'failed, as on the commit that was repaired'],
    [
      'required-skipped',
      inState('skipped').filter((name) => required.includes(name)),
      'is required and was skipped',
    ],
    ['missing', [...required.filter((name) => !seen.has(name)), ...missing], 'is expected and did not start'],
  ];
  for (const [kind, names, what] of rules) {
    if (names.length > 0) return { kind, detail: `${listed(names)}: ${what}.` };
  }
  const passed = inState('passed');
  return passed.length === 0
    ? { kind: 'nothing-passed', detail: `No check of the commit passed: ${listed([...seen])}.` }
    : { kind: 'green', detail: `All passed: ${listed(passed)}.` };
}

/** Red checks that the fix answers for: not ours, and not red on the base beside the run that failed. */
export function newlyRed(
  checks: readonly RealCheck[],
  { onBase, ours, failedJobs }: Measure,
): readonly RealCheck[] {
  const before = onBase
    .filter(({ state, name }) => state === 'failed' && !failedJobs.includes(name))
    .map(nameOf);
  return checks.filter(
    ({ state, name }) => state === 'failed' && !before.includes(name) && !ours.includes(name),
  );
}

/** True when nothing of it can change any more by itself. */
export function haveEnded(checks: readonly RealCheck[]): boolean {
  return checks.length > 0 && !checks.some(({ state }) => state === 'pending');
}

/** Two workflows may each have a job of the same name. */
const isSame = (one: RealCheck, other: RealCheck): boolean =>
  one.name === other.name &&
  (one.workflow === other.workflow || one.workflow === null || other.workflow === null);

const nameOf = ({ name }: RealCheck): string => name;

function listed(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length > MAX_NAMED ? ` and ${each.length - MAX_NAMED} more` : '';
  return `${each.slice(0, MAX_NAMED).join(', ')}${more}`;
}
