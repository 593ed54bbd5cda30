import type { RunSettings } from '../config/settings.js';
import { UsageError } from '../config/usage-error.js';
import { type Gate, plainCommand } from '../domain/shell-command.js';
import { renderGate } from '../verify/infer-gate/render-gate.js';
import { type GatePlace, inferGate } from './infer-gate.js';

export interface ChosenGate {
  readonly gate: Gate;
  /** Said once when nobody named the gate. */
  readonly note: string | null;
}

type GateSettings = Pick<RunSettings, 'gate' | 'setup' | 'workflow' | 'job' | 'matrix'>;

/**
 * What a person said must pass, else what can be inferred.
 * @throws UsageError when there is nothing to run.
 */
export async function chooseGate(settings: GateSettings, place: GatePlace): Promise<ChosenGate> {
  const named = namedGate(settings);
  if (named !== null) return { gate: named, note: null };
  const inferred = await inferGate(settings, place);
  if (inferred === null || inferred.commands.length === 0) {
    const why = inferred === null ? 'nothing at the root of the repository says it' : renderGate(inferred);
    throw new UsageError([`no gate: say what must pass, e.g. --gate "npm test" (${why.trimEnd()})`]);
  }
  const gate = withSetup(inferred, settings);
  return { gate, note: renderGate(gate).trimEnd() };
}

/** Null when no command was named. */
export function namedGate({ gate, setup }: Pick<RunSettings, 'gate' | 'setup'>): Gate | null {
  if (gate.length === 0) return null;
  return withSetup({ commands: gate.map(plainCommand), setup: [] }, { setup });
}

/** A person's own setup takes the place of one that was inferred. */
export function withSetup<T extends Gate>(gate: T, { setup }: Pick<RunSettings, 'setup'>): T {
  return setup === null ? gate : { ...gate, setup: [plainCommand(setup)] };
}
