import type { RunSettings } from '../config/settings.js';
import { type Gate, plainCommand } from '../domain/shell-command.js';

/** What a person said must pass. */
export function namedGate({ gate, setup }: Pick<RunSettings, 'gate' | 'setup'>): Gate {
  return { commands: gate.map(plainCommand), setup: setup === null ? [] : [plainCommand(setup)] };
}
