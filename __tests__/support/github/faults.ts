import type { GithubState } from './state.js';

/**
 * What goes wrong with a request, instead of the answer or after its effect. Besides GitHub's operations there are
 * `git-upload-pack`, `git-receive-pack` and, on the second origin, `download`: of the kinds status and reset; and
 * `graphql/query` and, for each mutation, `graphql/createCommitOnBranch` and the like.
 */
export type Fault =
  /** An answer of this status; with `afterEffect` the write is done all the same. */
  | { readonly kind: 'status'; readonly status: number; readonly afterEffect?: boolean }
  /** The connection breaks off. */
  | { readonly kind: 'reset'; readonly afterEffect?: boolean }
  /** The hourly limit is used up; it is back after so many seconds. */
  | { readonly kind: 'primary-limit'; readonly resetSeconds: number }
  /** Too many requests at once. GitHub answers 403 or 429. */
  | { readonly kind: 'secondary-limit'; readonly retryAfterSeconds: number; readonly status?: 403 | 429 }
  /** GraphQL answers 200 and an error; GitHub's types are `STALE_DATA`, `FORBIDDEN`, `NOT_FOUND`, `RATE_LIMITED`, … */
  | {
      readonly kind: 'graphql-error';
      /** Null for "Something went wrong", which has none. */
      readonly type: string | null;
      readonly message: string;
      readonly afterEffect?: boolean;
    }
  /** The answer comes late. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The answer of a read is what was true when the fault was planned. */
  | { readonly kind: 'stale' };

export interface PlannedFault {
  readonly operation: string;
  readonly fault: Fault;
  times: number;
  /** The state of the moment, for a stale read. */
  readonly copy: GithubState;
}

export interface FaultPlan {
  /** Answers the next `times` requests of the operation with the fault; faults of one operation come in order. */
  plan(operation: string, fault: Fault, times?: number): void;
  take(operation: string): PlannedFault | null;
}

export function createFaultPlan(state: GithubState): FaultPlan {
  const planned: PlannedFault[] = [];
  return {
    plan: (operation, fault, times = 1) => {
      planned.push({ operation, fault, times, copy: structuredClone(state) });
    },
    take: (operation) => {
      const next = planned.find((each) => each.operation === operation && each.times > 0);
      if (next === undefined) return null;
      next.times -= 1;
      return next;
    },
  };
}
