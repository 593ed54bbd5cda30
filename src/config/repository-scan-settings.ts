import type * as z from 'zod';
import { parseConfig } from './config-file.js';
import { CONFIG_PATH } from './config-path.js';
import { gateSourceFaults } from './gate-source.js';
import { RUN_OPTIONS, runSettingsSchema } from './settings.js';
import { UsageError } from './usage-error.js';

/** What of a repository's configuration a scan has a use for; the other keys are only checked by name. */
const schema = runSettingsSchema
  .unwrap()
  .pick({ problemMatcher: true, gate: true, setup: true, workflow: true, job: true, matrix: true })
  .strip();

export type RepositoryScanSettings = z.infer<typeof schema>;

/** @throws UsageError with every fault of the configuration file's text. */
export function readRepositoryScanSettings(configText: string): RepositoryScanSettings {
  const { values, faults } = parseConfig(configText, RUN_OPTIONS);
  const settings = schema.safeParse(values);
  const all = [
    ...faults,
    ...(settings.success
      ? gateSourceFaults(settings.data).map((fault) => `${CONFIG_PATH}: ${fault.replaceAll('--', '')}`)
      : settings.error.issues.map(({ path, message }) => `${CONFIG_PATH}: ${nameOf(path[0])}: ${message}`)),
  ];
  if (all.length > 0 || !settings.success) throw new UsageError(all);
  return settings.data;
}

function nameOf(key: PropertyKey | undefined): string {
  return RUN_OPTIONS.find((option) => option.key === key)?.name ?? String(key);
}
