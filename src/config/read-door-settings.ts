import { parseConfig } from './config-file.js';
import { CONFIG_PATH } from './config-path.js';
import { DOOR_OPTIONS, type DoorSettings, doorSettingsSchema } from './door-settings.js';
import { UsageError } from './usage-error.js';

/**
 * @param configText text of the default branch's configuration file, null when there is none.
 * @throws UsageError with every fault of the file.
 */
export function readDoorSettings(configText: string | null): DoorSettings {
  const { values, faults } =
    configText === null ? { values: {}, faults: [] } : parseConfig(configText, DOOR_OPTIONS);
  const settings = doorSettingsSchema.safeParse(values);
  const own = settings.success
    ? []
    : settings.error.issues.map(({ path, message }) => `${CONFIG_PATH}: ${nameOf(path)}: ${message}`);
  if (faults.length > 0 || !settings.success) throw new UsageError([...faults, ...own]);
  return settings.data;
}

function nameOf([key, ...rest]: readonly PropertyKey[]): string {
  const name = DOOR_OPTIONS.find((option) => option.key === key)?.name ?? String(key);
  return [name, ...rest.map(String)].join('.');
}
