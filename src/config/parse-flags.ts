import { parseArgs } from 'node:util';
import type { OptionDescription } from './option.js';
import { suggestion } from './suggest.js';

export interface ParsedFlags {
  /** By setting key; only what was given. */
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly positionals: readonly string[];
  readonly faults: readonly string[];
}

/** Splits a command line by the option table. Every fault is collected; nothing is guessed. */
export function parseFlags(args: readonly string[], options: readonly OptionDescription[]): ParsedFlags {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      options.map((each) => [each.name, { type: each.kind === 'switch' ? 'boolean' : 'string' } as const]),
    ),
  });
  const values: Record<string, string | boolean | string[]> = {};
  const positionals: string[] = [];
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const known = options.find((each) => `--${each.name}` === token.rawName);
    if (known === undefined) {
      faults.push(
        `unknown option ${token.rawName}${suggestion(
          token.name,
          options.map((o) => o.name),
          '--',
        )}`,
      );
    } else {
      const fault = isDash(token)
        ? `--${known.name} needs a value (write --${known.name}=${token.value} if it begins with a dash)`
        : store(values, known, token.value);
      if (fault !== null) faults.push(fault);
    }
  }
  return { values, positionals, faults };
}

/** `--gate --json`: the next option was taken for a value. */
function isDash({
  value,
  inlineValue,
}: {
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}): boolean {
  return inlineValue === false && value?.startsWith('-') === true && value.length > 1;
}

function store(
  values: Record<string, string | boolean | string[]>,
  { key, name, kind }: OptionDescription,
  value: string | undefined,
): string | null {
  const earlier = values[key];
  if (kind === 'switch') {
    if (value !== undefined) return `--${name} takes no value`;
    values[key] = true;
    return null;
  }
  if (value === undefined || value === '') return `--${name} needs a value`;
  if (kind === 'list') {
    values[key] = [...(Array.isArray(earlier) ? earlier : []), value];
    return null;
  }
  if (earlier !== undefined) return `--${name} is given twice`;
  values[key] = value;
  return null;
}
