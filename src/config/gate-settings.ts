import * as z from 'zod';
import { gateSource, gateSourceFaults } from './gate-source.js';
import { describeOptions, text, toggle } from './option.js';
import { parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const gateSettingsSchema = z
  .strictObject({
    ...gateSource,
    repo: text('DIR', 'the git repository (default: here)'),
    json: toggle('print the result as JSON'),
  })
  .readonly();

export type GateSettings = z.infer<typeof gateSettingsSchema>;

export const GATE_OPTIONS = describeOptions(gateSettingsSchema.unwrap().shape);

/** @throws UsageError with every fault. */
export function readGateSettings(args: readonly string[]): GateSettings {
  const { values, positionals, faults } = parseFlags(args, GATE_OPTIONS);
  const settings = gateSettingsSchema.safeParse(values);
  const all = [
    ...faults,
    ...positionals.map((word) => `unexpected argument ${word}; every setting is an option`),
    ...(settings.success
      ? gateSourceFaults(settings.data)
      : settings.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`)),
  ];
  if (all.length > 0 || !settings.success) throw new UsageError(all);
  return settings.data;
}
