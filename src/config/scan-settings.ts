import * as z from 'zod';
import { describeOptions, list, option, text, toggle } from './option.js';
import { parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const SCAN_FORMATS = ['text', 'json', 'sarif', 'github', 'rdjson'] as const;

const scanSettingsSchema = z
  .strictObject({
    repo: text('DIR', 'the git repository whose files the log speaks of (default: here, when it is one)'),
    repoFiles: text('LIST.json', 'the paths of the repository as a JSON list, instead of --repo'),
    problemMatcher: list(
      'FILE',
      'a GitHub problem matcher (JSON) for a tool that is not known; repeat for more (those in .github/problem-matchers are used anyway)',
    ),
    format: option(z.enum(SCAN_FORMATS).nullable().default(null), {
      kind: 'text',
      placeholder: 'NAME',
      help: 'text, json, sarif, github (annotations of a workflow) or rdjson (reviewdog); default text',
    }),
    json: toggle('short for --format json'),
  })
  .readonly();

export interface ScanSettings extends Omit<z.infer<typeof scanSettingsSchema>, 'format' | 'json'> {
  /** `-` is standard input. */
  readonly file: string;
  readonly format: (typeof SCAN_FORMATS)[number];
}

export const SCAN_OPTIONS = describeOptions(scanSettingsSchema.unwrap().shape);

/** @throws UsageError with every fault. */
export function readScanSettings(args: readonly string[]): ScanSettings {
  const { values, positionals, faults } = parseFlags(args, SCAN_OPTIONS);
  const settings = scanSettingsSchema.safeParse(values);
  const all = [
    ...faults,
    ...positionals.slice(1).map((word) => `unexpected argument ${word}; scan reads one file`),
    ...(settings.success
      ? contradictions(settings.data)
      : settings.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`)),
  ];
  if (all.length > 0 || !settings.success) throw new UsageError(all);
  const { format, json, ...others } = settings.data;
  return { ...others, format: format ?? (json ? 'json' : 'text'), file: positionals[0] ?? '-' };
}

function contradictions({ repo, repoFiles, format, json }: z.infer<typeof scanSettingsSchema>): string[] {
  return [
    ...(repo !== null && repoFiles !== null ? ['--repo and --repo-files exclude each other'] : []),
    ...(json && format !== null && format !== 'json'
      ? [`--json and --format ${format} exclude each other`]
      : []),
  ];
}
