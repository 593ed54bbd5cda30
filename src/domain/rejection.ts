/** Codes of a refused proposal. A rejection costs a proposal, never an execution; the next prompt carries it. */
export const REJECTION_CODES = [
  'malformed',
  'truncated',
  'empty-reply',
  'unknown-field',
  'stale-binding',
  'not-found',
  'ambiguous',
  'exists',
  'placeholder-elision',
  'no-op',
  'repeated-patch',
  'path-traversal',
  'symlink',
  'submodule',
  'binary',
  'mode-change',
  'protected-path',
  'secret-in-patch',
  'too-many-lines',
  'too-large',
  // Fake passes, by the rule that told them (domain/rule-finding.ts).
  'ci-weakened',
  'runner-tampering',
  'test-removed',
  'test-disabled',
  'early-exit',
  'assertion-weakened',
  'comparison-override',
  'test-detection',
  'special-case',
  'suppression',
  'config-loosened',
  'error-swallowed',
  'subject-mocked',
] as const;

export type RejectionCode = (typeof REJECTION_CODES)[number];

/** A candidate refused before verification. `detail` tells the next proposal what to do differently. */
export interface Rejection {
  readonly kind: 'rejection';
  readonly code: RejectionCode;
  readonly detail: string;
}

export function rejection(code: RejectionCode, detail: string): Rejection {
  return { kind: 'rejection', code, detail };
}
