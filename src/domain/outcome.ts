/**
 * The one table of how a repair run can end. The order of the needs-human reasons is the order in which they speak
 * when several hold.
 */
export const STOP_REASONS = {
  completed: ['fixed', 'already-green'],
  'needs-human': [
    'permission',
    'missing-input',
    'missing-dependency',
    'vendor-trace',
    'sensitive-area',
    'too-many-files',
    'gate-timeout',
    'ambiguous',
    'model-gave-up',
    'weak-evidence',
    'same-error',
    'max-attempts',
    'proposals-exhausted',
    'workflow-invalid',
    'not-reproduced',
    'flaky',
    'red-on-base',
    'infra',
    'log-expired',
  ],
  partial: ['budget-model-calls', 'budget-executions', 'budget-cost', 'deadline'],
  deferred: ['model-unavailable', 'platform-unavailable', 'rate-limited'],
  refused: [
    'fork-head',
    'actor-not-authorised',
    'bot-not-listed',
    'opted-out',
    'disabled-after-revert',
    'protected-target',
    'sandbox-unavailable',
  ],
  ignored: ['not-a-command', 'own-branch', 'conclusion-not-failure', 'event-not-handled'],
  superseded: ['head-moved', 'lease-lost', 'duplicate'],
  cancelled: ['cancelled'],
  failed: ['tampered', 'permission-revoked', 'ledger-corrupt', 'storage', 'internal'],
} as const;

export type Status = keyof typeof STOP_REASONS;
export type StopReason = (typeof STOP_REASONS)[Status][number];

/** How a repair run ended. `detail` is one sentence for a person: what happened and what to do next. */
export interface Outcome {
  readonly status: Status;
  readonly stopReason: StopReason;
  readonly detail: string;
}

const EXIT_CODES: Readonly<Record<Status, number>> = {
  completed: 0,
  'needs-human': 1,
  partial: 1,
  deferred: 0,
  refused: 0,
  ignored: 0,
  superseded: 0,
  cancelled: 130,
  failed: 70,
};

/** Exit code of a usage or configuration error, in every command. */
export const USAGE_EXIT_CODE = 64;

export function statusOf(stopReason: StopReason): Status {
  for (const [status, reasons] of Object.entries(STOP_REASONS)) {
    if ((reasons as readonly string[]).includes(stopReason)) return status as Status;
  }
  throw new Error(`no status for stop reason ${stopReason}`);
}

export function outcome(stopReason: StopReason, detail: string): Outcome {
  return { status: statusOf(stopReason), stopReason, detail };
}

/** Ends of a CI door that a comment or the job summary tells, and no issue. */
const QUIET: readonly StopReason[] = ['not-reproduced', 'flaky', 'red-on-base', 'infra', 'log-expired'];

/** Whether the CI doors file an issue for an outcome (the last column of the table in DESIGN). */
export function filesIssue({ status, stopReason }: Pick<Outcome, 'status' | 'stopReason'>): boolean {
  return status === 'partial' || (status === 'needs-human' && !QUIET.includes(stopReason));
}

/** Exit code of an outcome; a run cancelled by SIGTERM exits 143 instead of 130. */
export function exitCodeOf(status: Status, signal?: NodeJS.Signals): number {
  return status === 'cancelled' && signal === 'SIGTERM' ? 143 : EXIT_CODES[status];
}
