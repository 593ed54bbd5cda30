import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../adapters/sandbox/sandbox.js';
import { type SandboxOptions, type SandboxTrial, trySandbox } from '../adapters/sandbox/try-sandbox.js';
import { SANDBOX_KINDS, type SandboxWish } from '../domain/sandbox.js';
import type { Environment } from './host.js';

/** Beside the bundle. */
const BREAK_OUT = fileURLToPath(new URL('break-out.js', import.meta.url));

export interface SandboxQuery {
  readonly sandbox: SandboxWish;
  readonly sandboxImage: string | null;
  readonly environment: Environment;
  /** True when this process holds what the gate must not get: a key of a model, a token of more power than the job's. */
  readonly holdsSecrets: boolean;
}

/** Null for `sandbox` when the gate runs as this user, beside everything else. */
export type SandboxChoice =
  | { readonly kind: 'chosen'; readonly sandbox: Sandbox | null; readonly notes: readonly string[] }
  /** A reason to start nothing. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export const WITHOUT_SANDBOX =
  'the gate sees no token or key in its environment, but it runs as this user: it could read the memory and files of the runner. Do not give this job more power than it needs.';

/**
 * The sandbox that was asked for, or for `auto` the first that holds against its self-test. What was asked for by name is
 * never replaced by less (SBX-07), and `auto` by nothing only where nothing can be lost by it.
 */
export async function chooseSandbox(query: SandboxQuery): Promise<SandboxChoice> {
  const { sandbox: wish, holdsSecrets } = query;
  if (wish === 'none') return { kind: 'chosen', sandbox: null, notes: [] };
  const trials: SandboxTrial[] = [];
  for (const kind of wish === 'auto' ? SANDBOX_KINDS : [wish]) {
    const trial = await trySandbox(kind, sandboxOptions(query));
    if (trial.sandbox !== null)
      return { kind: 'chosen', sandbox: trial.sandbox, notes: shutIn(kind, trials) };
    trials.push(trial);
  }
  const faults = trials.map(faultOf);
  if (wish === 'auto' && !holdsSecrets) {
    return {
      kind: 'chosen',
      sandbox: null,
      notes: [`NO SANDBOX works here: ${faults.join('; ')}`, WITHOUT_SANDBOX],
    };
  }
  const why =
    wish === 'auto'
      ? 'No sandbox works here, and this job holds a key'
      : `The sandbox ${wish} does not work here`;
  return { kind: 'unavailable', detail: `${why}: ${faults.join('; ')}. ${ADVICE}` };
}

const ADVICE =
  'Nothing was started. Install bubblewrap before this step (sudo apt-get install -y bubblewrap), run it where docker is, or say with sandbox: none that the gate may run beside the key.';

/** What a trial needs, for `chooseSandbox` and for the doctor. */
export function sandboxOptions({
  sandboxImage: image,
  environment,
}: Pick<SandboxQuery, 'sandboxImage' | 'environment'>): SandboxOptions {
  return { image, environment, breakOut: BREAK_OUT, temporaryRoot: tmpdir() };
}

function shutIn(kind: string, before: readonly SandboxTrial[]): readonly string[] {
  const passedOver = before.length === 0 ? '' : ` (passed over: ${before.map(faultOf).join('; ')})`;
  return [
    `sandbox ${kind} holds against its self-test: setup, gate and recipes see their workspace and the tools of the machine, and no file, process or secret of the runner; only setup and lockfile recipes have a network${passedOver}`,
  ];
}

const faultOf = ({ kind, fault }: SandboxTrial): string => `${kind}: ${fault}`;
