/** What became of a fix that was proposed before for the same failure on the same branch. */
interface EarlierFix {
  readonly end: 'open' | 'merged' | 'reverted' | 'closed';
  readonly url: string;
  readonly labels: readonly string[];
}

export interface UnwantedFix {
  readonly reason: 'disabled-after-revert' | 'opted-out';
  readonly detail: string;
  /** Address of the earlier fix. */
  readonly earlier: string;
}

const RETRY =
  '`/smart-fix retry` under it, or a run started by hand (workflow_dispatch), has it tried again.';

/** People who closed or reverted a fix said no; it is not proposed again until somebody asks for it (CON-08). */
export function refuseFate(fixes: readonly (EarlierFix | null)[], optOutLabel: string): UnwantedFix | null {
  for (const fix of fixes) {
    if (fix === null || fix.end === 'merged') continue;
    if (fix.end !== 'open') {
      const detail = `${fix.url} proposed a fix of this failure and was ${fix.end}. ${RETRY}`;
      return { reason: 'disabled-after-revert', detail, earlier: fix.url };
    }
    if (fix.labels.includes(optOutLabel))
      return {
        ...{ reason: 'opted-out', earlier: fix.url },
        detail: `The label ${optOutLabel} on ${fix.url} keeps smart-fix away.`,
      };
  }
  return null;
}
