import { parseDocument } from 'yaml';
import * as z from 'zod';
import { CONFIG_PATH } from './config-path.js';
import type { OptionDescription } from './option.js';
import { suggestion } from './suggest.js';

/**
 * What a repository does not decide: how a run is started, where a key goes, who may see a secret, and what it costs. Its file is
 * code like any other, and may be a stranger's.
 */
const NOT_IN_FILE: ReadonlySet<string> = new Set([
  ...['repo', 'state', 'json', 'dry-run', 'verbose'],
  ...['provider', 'base-url', 'model-command', 'model-env', 'gate-env', 'recording', 'max-cost', 'price'],
  ...['sandbox', 'sandbox-image'],
  ...['scope-hint', 'candidate-path', 'hypothesis'],
]);

const fileSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
);

export interface ParsedConfig {
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/** Reads the configuration file's text into setting keys. A single text is taken for a list of one. */
export function parseConfig(text: string, options: readonly OptionDescription[]): ParsedConfig {
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    return {
      values: {},
      faults: document.errors.map((error) => `${CONFIG_PATH}: ${firstLine(error.message)}`),
    };
  }
  const content = fileSchema.safeParse(tryJs(document));
  if (!content.success) {
    return { values: {}, faults: [`${CONFIG_PATH}: must be a map of option names to values`] };
  }
  const known = options.filter((each) => !NOT_IN_FILE.has(each.name));
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(content.data)) {
    const option = known.find((each) => each.name === name);
    if (option === undefined) {
      faults.push(
        `${CONFIG_PATH}: unknown key ${name}${suggestion(
          name,
          known.map((each) => each.name),
        )}`,
      );
    } else {
      values[option.key] = option.kind === 'list' && !Array.isArray(value) ? [value] : value;
    }
  }
  return { values, faults };
}

/** Null for what has no plain value: an alias without an anchor, or more aliases than a settings file needs. */
function tryJs(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS() ?? {};
  } catch {
    return null;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
