import type { OptionDescription } from './option.js';
import { type ParsedFlags, parseFlags } from './parse-flags.js';
import { UsageError } from './usage-error.js';

const SCAN_FORMATS = ['text', 'json', 'sarif', 'github', 'rdjson'] as const;

type ScanFormat = (typeof SCAN_FORMATS)[number];

/** Without zod, which takes longer to load than a small log to scan; the parsed flags are of these kinds. */
export const SCAN_OPTIONS: readonly OptionDescription[] = [
  {
    ...{ key: 'repo', name: 'repo', kind: 'text', placeholder: 'DIR' },
    help: 'the git repository whose files the log speaks of (default: here, when it is one)',
  },
  {
    ...{ key: 'repoFiles', name: 'repo-files', kind: 'text', placeholder: 'LIST.json' },
    help: 'the paths of the repository as a JSON list, instead of --repo',
  },
  {
    ...{ key: 'problemMatcher', name: 'problem-matcher', kind: 'list', placeholder: 'FILE' },
    help: 'a GitHub problem matcher (JSON) for a tool that is not known; repeat for more (those in .github/problem-matchers are used anyway)',
  },
  {
    ...{ key: 'format', name: 'format', kind: 'text', placeholder: 'NAME' },
    help: 'text, json, sarif, github (annotations of a workflow) or rdjson (reviewdog); default text',
  },
  { key: 'json', name: 'json', kind: 'switch', placeholder: '', help: 'short for --format json' },
];

interface GivenSettings {
  readonly repo: string | null;
  readonly repoFiles: string | null;
  readonly problemMatcher: readonly string[];
  readonly format: string | null;
  readonly json: boolean;
}

export interface ScanSettings extends Omit<GivenSettings, 'format' | 'json'> {
  /** `-` is standard input. */
  readonly file: string;
  readonly format: ScanFormat;
}

/** @throws UsageError with every fault. */
export function readScanSettings(args: readonly string[]): ScanSettings {
  const { values, positionals, faults } = parseFlags(args, SCAN_OPTIONS);
  const given = givenOf(values);
  const { format, json, ...others } = given;
  const chosen = format ?? (json ? 'json' : 'text');
  const all = [
    ...faults,
    ...positionals.slice(1).map((word) => `unexpected argument ${word}; scan reads one file`),
    ...(isFormat(chosen) ? [] : [`--format: ${chosen} is none of ${SCAN_FORMATS.join(', ')}`]),
    ...contradictions(given),
  ];
  if (all.length > 0 || !isFormat(chosen)) throw new UsageError(all);
  return { ...others, format: chosen, file: positionals[0] ?? '-' };
}

function givenOf({ repo, repoFiles, problemMatcher, format, json }: ParsedFlags['values']): GivenSettings {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    repo: text(repo),
    repoFiles: text(repoFiles),
    problemMatcher: Array.isArray(problemMatcher) ? problemMatcher : [],
    format: text(format),
    json: json === true,
  };
}

function isFormat(name: string): name is ScanFormat {
  return (SCAN_FORMATS as readonly string[]).includes(name);
}

function contradictions({ repo, repoFiles, format, json }: GivenSettings): string[] {
  return [
    ...(repo !== null && repoFiles !== null ? ['--repo and --repo-files exclude each other'] : []),
    ...(json && format !== null && format !== 'json'
      ? [`--json and --format ${format} exclude each other`]
      : []),
  ];
}
