import type { Gate } from '../../domain/shell-command.js';

/** A part of the source that is not in the gate. */
export interface Omission {
  /** Name of the step, or of what else is left out. */
  readonly what: string;
  readonly reason: string;
}

/** A gate that nobody named. */
export interface InferredGate extends Gate {
  /** `.github/workflows/ci.yml, job test (20)`, `package.json`. */
  readonly origin: string;
  readonly omissions: readonly Omission[];
}
