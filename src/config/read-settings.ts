import { parseConfig } from './config-file.js';
import { gateSourceFaults } from './gate-source.js';
import { parseFlags } from './parse-flags.js';
import { RUN_OPTIONS, type RunSettings, runSettingsSchema } from './settings.js';
import { UsageError } from './usage-error.js';

/** The folder that `--repo` names, before anything else is read: the configuration file lies in it. */
export function repositoryFolder(args: readonly string[]): string {
  const { repo } = parseFlags(args, RUN_OPTIONS).values;
  return typeof repo === 'string' ? repo : '.';
}

/**
 * Flags over configuration file over defaults, checked once and frozen.
 * @param configText text of the configuration file, null when there is none.
 * @throws UsageError with every fault of both.
 */
export function readRunSettings(args: readonly string[], configText: string | null): RunSettings {
  const flags = parseFlags(args, RUN_OPTIONS);
  const file = configText === null ? { values: {}, faults: [] } : parseConfig(configText, RUN_OPTIONS);
  const faults = [
    ...flags.faults,
    ...flags.positionals.map((word) => `unexpected argument ${word}; every setting is an option`),
    ...file.faults,
  ];
  const settings = runSettingsSchema.safeParse({ ...underneath(file.values, flags.values), ...flags.values });
  if (!settings.success) {
    for (const issue of settings.error.issues) faults.push(`--${nameOf(issue.path[0])}: ${issue.message}`);
  } else {
    faults.push(...contradictions(settings.data));
  }
  if (faults.length > 0 || !settings.success) throw new UsageError(faults);
  return settings.data;
}

/** Options that all say where the gate comes from: one of them as a flag wins over the other kind in the file. */
const GATE_SOURCES = [['gate'], ['workflow', 'job', 'matrix']] as const;

function underneath<T extends object>(file: T, flags: object): T {
  const isFlag = (names: readonly string[]): boolean => names.some((name) => name in flags);
  const [gate, workflow] = GATE_SOURCES;
  const beaten = isFlag(gate) === isFlag(workflow) ? [] : isFlag(gate) ? workflow : gate;
  return Object.fromEntries(
    Object.entries(file).filter(([name]) => !(beaten as readonly string[]).includes(name)),
  ) as T;
}

function nameOf(key: PropertyKey | undefined): string {
  return RUN_OPTIONS.find((option) => option.key === key)?.name ?? String(key);
}

function contradictions(settings: RunSettings): string[] {
  const faults = [...gateSourceFaults(settings)];
  if (settings.gate.length > 0 && settings.workflow !== null) {
    faults.push('--gate and --workflow exclude each other');
  }
  if (settings.provider === 'openai' && settings.model === null) {
    faults.push('--provider openai needs --model NAME; there is no default model');
  }
  if (settings.provider === 'command' && settings.modelCommand === null) {
    faults.push('--provider command needs --model-command CMD');
  }
  if (settings.provider === 'replay' && settings.recording === null) {
    faults.push('--provider replay needs --recording FILE');
  }
  if (settings.sandboxImage !== null && !['auto', 'docker'].includes(settings.sandbox)) {
    faults.push('--sandbox-image is for --sandbox docker');
  }
  return faults;
}
