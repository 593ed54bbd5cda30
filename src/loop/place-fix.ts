import type { Progress } from '../domain/progress.js';
import type { CodeHost, FixCommit, Placed } from '../report/code-host.js';

export interface PlaceDoors {
  readonly host: Pick<CodeHost, 'commitSigned'>;
  /** How the fix gets its branch where the host cannot make and sign such a commit. */
  readonly otherwise: (fix: FixCommit) => Promise<Placed>;
  readonly progress: Progress;
}

/** Gives a verified fix its branch on the host: signed by it where the patch allows. */
export async function placeFix({ host, otherwise, progress }: PlaceDoors, fix: FixCommit): Promise<Placed> {
  const signed = await host.commitSigned(fix);
  if (signed.kind !== 'unsuitable') return signed;
  progress({
    kind: 'note',
    text: `no commit through the API, so that it is not signed there: ${signed.why}`,
  });
  return otherwise(fix);
}
