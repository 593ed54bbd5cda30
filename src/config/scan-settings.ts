import * as z from 'zod';
import { describeOptions, text, toggle } from './option.js';
import { parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const scanSettingsSchema = z
  .strictObject({
    repo: text('DIR', 'the git repository whose files the log speaks of (default: here, when it is one)'),
    repoFiles: text('LIST.json', 'the paths of the repository as a JSON list, instead of --repo'),
    json: toggle('print the result as JSON'),
  })
  .readonly();

export interface ScanSettings extends z.infer<typeof scanSettingsSchema> {
  /** `-` is standard input. */
  readonly file: string;
}

export const SCAN_OPTIONS = describeOptions(scanSettingsSchema.unwrap().shape);

/** @throws UsageError with every fault. */
export function readScanSettings(args: readonly string[]): ScanSettings {
  const { values, positionals, faults } = parseFlags(args, SCAN_OPTIONS);
  const settings = scanSettingsSchema.parse(values);
  const all = [
    ...faults,
    ...positionals.slice(1).map((word) => `unexpected argument ${word}; scan reads one file`),
    ...(settings.repo !== null && settings.repoFiles !== null
      ? ['--repo and --repo-files exclude each other']
      : []),
  ];
  if (all.length > 0) throw new UsageError(all);
  return { ...settings, file: positionals[0] ?? '-' };
}
