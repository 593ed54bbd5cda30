import type { Redact } from '../domain/redaction.js';
import { chainEntry, FIRST_PREVIOUS } from './chain.js';
import type { Entry, Fact } from './entry.js';
import { applyFact, fold, type RunState } from './fold.js';

/** Where entries go. `append` returns only when the line is durable. */
export interface LedgerStore {
  append(line: string): Promise<void>;
}

/** The append-only record of one repair run, and the state that follows from it. */
export interface Ledger {
  readonly state: RunState;
  readonly entries: readonly Entry[];
  /** Makes the fact durable, then returns the state that includes it. */
  append(fact: Fact): Promise<RunState>;
}

export interface LedgerOptions {
  readonly store: LedgerStore;
  readonly now: () => Date;
  /**
   * Masks secrets in what is stored, before it is chained. The state keeps the fact as it was: a gate or a path that
   * only looks like a secret must still be run and judged as it is.
   */
  readonly redact: Redact;
  readonly earlier: readonly Entry[];
}

export function createLedger({ store, now, redact, earlier }: LedgerOptions): Ledger {
  const entries: Entry[] = [...earlier];
  let state = fold(entries.map((entry) => entry.fact));
  return {
    get state() {
      return state;
    },
    entries,
    async append(fact) {
      const previous = entries.at(-1)?.hash ?? FIRST_PREVIOUS;
      const entry = chainEntry(entries.length + 1, now().toISOString(), redactFact(fact, redact), previous);
      await store.append(`${JSON.stringify(entry)}\n`);
      entries.push(entry);
      state = applyFact(state, fact);
      return state;
    },
  };
}

function redactFact(fact: Fact, redact: Redact): Fact {
  return JSON.parse(
    JSON.stringify(fact, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value)),
  );
}
