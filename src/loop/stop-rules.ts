import { CHECKS_RED, type DifferentialRun } from '../domain/execution.js';
import type { Outcome, StopReason } from '../domain/outcome.js';
import { outcome } from '../domain/outcome.js';
import type { Blocker } from '../domain/scan.js';
import type { RunState } from '../ledger/fold.js';
import { currentExecution, currentRevision, lastExecutions } from '../ledger/fold.js';
import { redsInRow } from './reds-in-row.js';

/** What the rules look at: the run so far, and the outside that no ledger holds. */
export interface Facts {
  readonly state: RunState;
  /** The name of a green base: it differs with the door. */
  readonly greenBase: 'already-green' | 'not-reproduced';
  readonly timeLeftMs: number;
  readonly cancelled: boolean;
  /** Red executions with this fingerprint at the end of earlier runs (A36). */
  readonly earlierReds: (fingerprint: string) => number;
  /** What a person does to have earlier runs forgotten, in words behind a comma. */
  readonly toTryAgain: string;
  readonly sensitiveArea: (path: string) => string | null;
  /** Some recipes have not had their turn at the last failure: what speaks against a repair as such waits. */
  readonly recipesLeft: boolean;
  readonly spendsModelCalls: boolean;
}

/** One way to end. Answers the sentence for a person, or null when the rule does not hold. */
interface StopRule {
  readonly reason: StopReason;
  readonly holds: (facts: Facts) => string | null;
}

/** The same error more often than this in a row means that the loop does not understand it (A36). */
const SAME_ERROR_LIMIT = 3;

const isRed = ({ state }: Facts): boolean => currentExecution(state)?.status === 'failed';
const isCut = ({ state }: Facts, limit: string): boolean =>
  currentExecution(state)?.status === 'timed-out' && currentExecution(state)?.errorCode === limit;
const attemptsMade = ({ state }: Facts): number => Math.max(0, lastExecutions(state).length - 1);
const wantsProposal = (facts: Facts): boolean => isRed(facts);
const wantsExecution = ({ state }: Facts): boolean => currentExecution(state) === null;

function limitsOf({ state }: Facts) {
  if (state.request === null) throw new Error('the run was not started');
  return state.request.limits;
}

function passes(facts: Facts, baseline: boolean): boolean {
  const execution = currentExecution(facts.state);
  return execution?.status === 'passed' && (execution.number === 0) === baseline;
}

function declined({ state }: Facts, reason: string): string | null {
  return state.declined?.reason === reason ? state.declined.detail : null;
}

/** A blocker speaks unless it lies in a file that the candidate itself changed: that is the candidate's own fault. */
function blocker(facts: Facts, kind: Blocker['kind']): string | null {
  const { scan } = facts.state;
  const found =
    isRed(facts) && !facts.recipesLeft ? scan?.blockers.find((each) => each.kind === kind) : undefined;
  if (found === undefined) return null;
  const suspect = scan?.findings[0]?.file ?? null;
  return suspect !== null && currentRevision(facts.state).paths.includes(suspect) ? null : found.evidence;
}

/** The run on the base that was made once more, when it ended by itself. */
function baseAgain({ state }: Facts): DifferentialRun | null {
  const again = state.differentials.find(({ purpose }) => purpose === 'base-again');
  return again?.status === 'passed' || again?.status === 'failed' ? again : null;
}

function differsFromItself(facts: Facts): string | null {
  const [first, second] = [facts.state.executions[0]?.fingerprint, baseAgain(facts)?.fingerprint];
  return isRedBaseline(facts) && second != null && first !== second
    ? `The gate failed in two ways on the untouched commit (${first}, then ${second}).`
    : null;
}

/** A pass that a rule of policy speaks against is no fix before a person has looked at it. */
function weakEvidence(facts: Facts): string | null {
  const { concerns } = currentRevision(facts.state);
  if (!passes(facts, false) || concerns.length === 0) return null;
  const said = concerns.map(
    ({ rule, path, line, detail }) => `${rule} in ${path}${line === null ? '' : `:${line}`}: ${detail}`,
  );
  return `Attempt ${attemptsMade(facts)} passed the whole gate, but is for a person to judge. ${said.join(' ')}`;
}

const located = ({ state }: Facts): number =>
  state.scan?.findings.filter((finding) => finding.file !== null).length ?? 0;
const isRedBaseline = (facts: Facts): boolean => isRed(facts) && currentRevision(facts.state).number === 0;
const isUnlocated = (facts: Facts): boolean =>
  isRedBaseline(facts) && !facts.recipesLeft && located(facts) === 0;

function sensitive(facts: Facts): string | null {
  const file = facts.state.scan?.findings[0]?.file ?? null;
  const area = isRedBaseline(facts) && file !== null ? facts.sensitiveArea(file) : null;
  return area === null ? null : `The failure is in ${file} (${area}); a person decides there.`;
}

function sameError(facts: Facts): string | null {
  const last = currentExecution(facts.state)?.fingerprint ?? null;
  if (!isRed(facts) || last === null) return null;
  const total = redsInRow(facts.state, last, facts.earlierReds);
  if (total <= SAME_ERROR_LIMIT) return null;
  const isOfThisRun = total === redsInRow(facts.state, last, () => 0);
  const reset = isOfThisRun ? '' : ` To have it tried again, ${facts.toTryAgain}.`;
  return `The same error (${last}) came back ${total} times in a row; look at it yourself.${reset}`;
}

/** Every end of a run, in the order in which they speak when several hold. The order is DESIGN's. */
const STOP_RULES: readonly StopRule[] = [
  { reason: 'cancelled', holds: (f) => (f.cancelled ? 'The run was stopped from outside.' : null) },
  {
    reason: 'already-green',
    holds: (f) =>
      passes(f, true) && f.greenBase === 'already-green'
        ? 'The gate passes on the untouched commit; nothing to repair.'
        : null,
  },
  {
    reason: 'not-reproduced',
    holds: (f) =>
      passes(f, true) && f.greenBase === 'not-reproduced'
        ? 'The gate passes here on the commit that failed in CI; the failure was not reproduced.'
        : null,
  },
  {
    reason: 'flaky',
    holds: (f) =>
      baseAgain(f)?.status === 'passed'
        ? 'The gate failed on the untouched commit and passed there when it ran once more.'
        : null,
  },
  {
    reason: 'fixed',
    holds: (f) =>
      passes(f, false) && weakEvidence(f) === null
        ? `Attempt ${attemptsMade(f)} passed the whole gate.`
        : null,
  },
  { reason: 'lease-lost', holds: (f) => declined(f, 'lease-lost') },
  { reason: 'duplicate', holds: (f) => declined(f, 'duplicate') },
  { reason: 'protected-target', holds: (f) => declined(f, 'protected-target') },
  { reason: 'disabled-after-revert', holds: (f) => declined(f, 'disabled-after-revert') },
  { reason: 'opted-out', holds: (f) => declined(f, 'opted-out') },
  { reason: 'permission', holds: (f) => declined(f, 'permission') ?? blocker(f, 'permission') },
  { reason: 'missing-input', holds: (f) => declined(f, 'missing-input') ?? blocker(f, 'missing-input') },
  { reason: 'missing-dependency', holds: (f) => blocker(f, 'missing-dependency') },
  {
    reason: 'vendor-trace',
    holds: (f) =>
      isUnlocated(f) && (f.state.scan?.outsideLocations ?? 0) > 0
        ? 'Every place that the log names lies outside the project (libraries, generated code, the runner).'
        : null,
  },
  { reason: 'sensitive-area', holds: (f) => declined(f, 'sensitive-area') ?? sensitive(f) },
  { reason: 'too-many-files', holds: (f) => declined(f, 'too-many-files') },
  {
    reason: 'gate-timeout',
    holds: (f) =>
      isCut(f, 'gate-timeout') ? `The gate did not end within ${limitsOf(f).gateTimeoutSeconds} s.` : null,
  },
  {
    reason: 'ambiguous',
    holds: (f) =>
      differsFromItself(f) ??
      (isUnlocated(f) ? 'The log names no place in the repository; the failure was not located.' : null),
  },
  {
    reason: 'infra',
    holds: (f) =>
      isRed(f) && currentExecution(f.state)?.errorCode === CHECKS_RED && f.state.scan?.actionable === false
        ? `The real checks of the fix are red for a reason that no change can help (${f.state.scan.category}). ${f.state.proofs.at(-1)?.verdict.detail ?? ''}`.trimEnd()
        : null,
  },
  { reason: 'model-gave-up', holds: (f) => declined(f, 'model-gave-up') },
  { reason: 'weak-evidence', holds: weakEvidence },
  { reason: 'same-error', holds: sameError },
  {
    reason: 'max-attempts',
    holds: (f) =>
      isRed(f) && attemptsMade(f) >= limitsOf(f).maxAttempts
        ? `${attemptsMade(f)} of ${limitsOf(f).maxAttempts} attempts failed.`
        : null,
  },
  {
    reason: 'proposals-exhausted',
    holds: (f) =>
      declined(f, 'no-strategy') ??
      (f.state.rejectedSinceExecution >= limitsOf(f).maxProposals
        ? `${f.state.rejectedSinceExecution} proposals for this failure were rejected.`
        : null),
  },
  { reason: 'model-unavailable', holds: (f) => (f.timeLeftMs > 0 ? declined(f, 'model-unavailable') : null) },
  {
    reason: 'budget-model-calls',
    holds: (f) =>
      f.spendsModelCalls && wantsProposal(f) && f.state.calls.length >= limitsOf(f).maxModelCalls
        ? `All ${limitsOf(f).maxModelCalls} model calls are spent.`
        : null,
  },
  { reason: 'budget-cost', holds: (f) => declined(f, 'budget-cost') },
  {
    reason: 'budget-executions',
    holds: (f) =>
      (wantsExecution(f) || wantsProposal(f)) && f.state.executionsReserved >= limitsOf(f).maxExecutions
        ? `All ${limitsOf(f).maxExecutions} executions of the gate are spent.`
        : null,
  },
  {
    reason: 'deadline',
    holds: (f) =>
      f.timeLeftMs <= 0 || isCut(f, 'deadline')
        ? `The deadline of ${limitsOf(f).deadlineSeconds} s has passed.`
        : null,
  },
];

/** The first rule that holds, or null: go on. */
export function firstStop(facts: Facts): Outcome | null {
  for (const { reason, holds } of STOP_RULES) {
    const detail = holds(facts);
    if (detail !== null) return outcome(reason, detail);
  }
  return null;
}
