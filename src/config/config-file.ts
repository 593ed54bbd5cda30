import { parseDocument } from 'yaml';
import * as z from 'zod';
import { CONFIG_PATH } from './config-path.js';
import { DOOR_OPTIONS } from './door-settings.js';
import type { OptionDescription } from './option.js';
import { RUN_OPTIONS } from './settings.js';
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

/** Every key that a file may hold; each reader takes its own. */
const KNOWN = [...RUN_OPTIONS.filter((each) => !NOT_IN_FILE.has(each.name)), ...DOOR_OPTIONS];

const listSchema = z.array(z.union([z.string(), z.number()]));
const fileSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    listSchema,
    z.record(z.string(), z.union([z.string(), listSchema])),
  ]),
);

export interface ParsedConfig {
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly string[];
}

/**
 * Reads the configuration file's text into setting keys. A single text is taken for a list of one.
 * @param wanted the options whose values are answered; the other keys are only checked by name.
 */
export function parseConfig(text: string, wanted: readonly OptionDescription[]): ParsedConfig {
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
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(content.data)) {
    const option = KNOWN.find((each) => each.name === name);
    if (option === undefined) {
      faults.push(
        `${CONFIG_PATH}: unknown key ${name}${suggestion(
          name,
          KNOWN.map((each) => each.name),
        )}`,
      );
    } else if (wanted.includes(option)) {
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
