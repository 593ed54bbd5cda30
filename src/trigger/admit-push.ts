import { type Outcome, outcome } from '../domain/outcome.js';

/** A branch that a fix is to be pushed to. */
export interface PushTarget {
  readonly branch: string;
  readonly isDefault: boolean;
  readonly isProtected: boolean;
  /** Message of its last commit. */
  readonly headMessage: string;
}

/**
 * Why nothing may be pushed there, or null. What we pushed may fail as well: unless a person asks, that is not answered
 * with one more commit (CON-04).
 */
export function refusePush(
  { branch, isDefault, isProtected, headMessage }: PushTarget,
  isAsked: boolean,
): Outcome | null {
  if (isDefault || isProtected) {
    const kind = isDefault ? 'the default branch' : 'a protected branch';
    return outcome('protected-target', `${branch} is ${kind}; a fix goes there by pull request alone.`);
  }
  if (isAsked || !/^Smart-Fix-Run: /m.test(headMessage)) return null;
  return outcome('own-branch', `The last commit of ${branch} is ours; a repair is never repaired by itself.`);
}
