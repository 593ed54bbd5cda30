import * as z from 'zod';
import { option, text } from './option.js';

/** Options that say which job of which workflow a gate is inferred from. */
export const gateSource = {
  workflow: text(
    'FILE',
    'infer the gate from this workflow file, as GitHub Actions would run it; needs --job',
  ),
  job: text('NAME', 'the job of that workflow, by its id or as a run shows it'),
  matrix: option(z.array(z.string().regex(/^[^=\s]+=/, 'must be KEY=VALUE, as in node=20')).default([]), {
    kind: 'list',
    placeholder: 'KEY=VALUE',
    help: 'a value that chooses one of the matrix; repeat for more',
  }),
};

export interface GateSource {
  readonly workflow: string | null;
  readonly job: string | null;
  readonly matrix: readonly string[];
}

export function gateSourceFaults({ workflow, job, matrix }: GateSource): readonly string[] {
  if (workflow !== null) return job === null ? ['--workflow needs --job NAME'] : [];
  return job !== null || matrix.length > 0 ? ['--job and --matrix need --workflow FILE'] : [];
}
