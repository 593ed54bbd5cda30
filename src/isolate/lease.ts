export type LeaseAnswer =
  | { readonly kind: 'taken' }
  /** Somebody else repairs this failure; `runId` is their workflow run, null where several are at it. */
  | { readonly kind: 'held'; readonly runId: number | null }
  /** The token may not write such a ref. The fix branch itself can still be made only once. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** The right to repair one failure of one branch, which one run at a time can have. */
export interface Lease {
  /** @throws HostError when the host is down or limits us. */
  take(fixBranch: string): Promise<LeaseAnswer>;
  /** Gives it back, whatever became of the run; false when it stays until it runs out. */
  release(): Promise<boolean>;
}
