import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StructuredPatch } from 'diff';
import { openFolderFiles } from '../adapters/folder/folder-files.js';
import { type CheckSettings, readCheckSettings } from '../config/check-settings.js';
import { readClassOverrides } from '../config/class-override.js';
import { UsageError } from '../config/usage-error.js';
import { inertJson, inertText } from '../domain/inert-text.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { RuleFinding } from '../domain/rule-finding.js';
import { judgePatch } from '../policy/judge-patch.js';
import { effectOf, pathsOf, readDiff } from '../policy/patch/read-diff.js';
import { relatedPaths } from '../policy/patch/related-paths.js';
import { unreadableParts } from '../policy/rules/unreadable-parts.js';
import { isSecretFile } from '../repair/secret-file.js';
import { scanLog } from '../scan/scan-log.js';
import type { Host } from './host.js';
import { utf8Pieces } from './utf8-pieces.js';

type Verdict = 'allow' | 'reject' | 'escalate';

const EXIT_CODES: Readonly<Record<Verdict, number>> = { allow: 0, escalate: 1, reject: 2 };
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * `smart-fix check PATCH`: judges a patch by the rules against fake passes, without a repair run and without running
 * anything. Exit code 0 when nothing speaks against it, 2 for a reject, 1 when a person has to decide.
 */
export async function checkCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readCheckSettings(args);
  const text = await readText(settings.patch, host);
  const diff = parseDiff(text, settings.patch);
  const log = settings.log === null ? '' : await readText(settings.log, host);
  const base = await readBase(diff, log, { settings, host });
  const rules = [...judge(diff, log, { settings, base }), ...unreadableParts(text)];
  const notes = base === null ? [] : fragmentNotes(diff, base);
  const verdict = verdictOf(rules);
  const redact = createRedaction(secretValues(host.environment));
  const shown = settings.json
    ? `${inertJson({ verdict, rules, notes })}\n`
    : inertText(textOf(verdict, rules, notes));
  host.stdout.write(redact(shown));
  return EXIT_CODES[verdict];
}

/** The worst that was found. */
function verdictOf(rules: readonly RuleFinding[]): Verdict {
  if (rules.some(({ verdict }) => verdict === 'reject')) return 'reject';
  return rules.length > 0 ? 'escalate' : 'allow';
}

function parseDiff(text: string, file: string): readonly StructuredPatch[] {
  try {
    return readDiff(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    const advice = 'give a unified diff, as git diff writes it';
    throw new UsageError([`${file === '-' ? 'standard input' : file} is no patch: ${reason}; ${advice}`]);
  }
}

function judge(
  diff: readonly StructuredPatch[],
  log: string,
  { settings, base }: { readonly settings: CheckSettings; readonly base: Base | null },
): readonly RuleFinding[] {
  return judgePatch({
    files: diff.flatMap((file) => effectOf(file, textBefore(file, base)).files),
    related: base?.texts ?? new Map(),
    classes: readClassOverrides(settings.fileClass),
    log: {
      text: log,
      scan: log === '' ? null : scanLog({ log, repositoryFiles: base?.paths ?? null }),
    },
  });
}

interface Base {
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

const textBefore = (file: StructuredPatch, base: Base | null): string | null =>
  base?.texts.get(pathsOf(file)[0] ?? '') ?? null;

/** The files of the folder that the patch is for, as far as they matter; null when no folder was given. */
async function readBase(
  diff: readonly StructuredPatch[],
  log: string,
  { settings, host }: { readonly settings: CheckSettings; readonly host: Host },
): Promise<Base | null> {
  if (settings.repo === null) return null;
  const folder = resolve(host.currentFolder, settings.repo);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError([`--repo: ${folder} is no folder`]);
  const { paths, read } = await openFolderFiles(folder, []);
  const changed = diff.flatMap((file) => pathsOf(file).flatMap((path) => path ?? []));
  const wanted = [...new Set([...changed, ...relatedPaths(paths, { changed, log })])].filter(
    (path) => paths.includes(path) && !isSecretFile(path),
  );
  const texts = new Map<string, string>();
  for (const path of wanted) {
    const text = await read(path);
    if (text !== null) texts.set(path, text);
  }
  return { paths, texts };
}

interface Note {
  readonly path: string;
  readonly detail: string;
}

/** Files of which less was seen than the person who names a folder expects. */
function fragmentNotes(diff: readonly StructuredPatch[], base: Base): readonly Note[] {
  return diff.flatMap((file) => {
    const [path] = pathsOf(file);
    const text = textBefore(file, base);
    if (path === null || !effectOf(file, text).isFragment) return [];
    return [
      { path, detail: `${whyFragment(path, text, base)} Its hunks alone were judged, which show less.` },
    ];
  });
}

function whyFragment(path: string, text: string | null, { paths }: Base): string {
  const remedy = 'Give --repo the folder as it was before the patch.';
  if (text !== null) return `The patch was not made for this file of the folder. ${remedy}`;
  if (!paths.includes(path)) return `The folder has no such file. ${remedy}`;
  return 'The file of the folder is not read: it may hold secrets, or is no text.';
}

async function readText(file: string, { stdin, currentFolder }: Host): Promise<string> {
  const input = file === '-' ? stdin : createReadStream(resolve(currentFolder, file));
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of utf8Pieces(input)) {
      length += piece.length;
      if (length > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES} bytes`);
      pieces.push(piece);
    }
  } catch (error) {
    throw new UsageError([`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const HEADS: Readonly<Record<Verdict, string>> = {
  allow: 'allow: no rule speaks against this patch. That is no proof that it is right.',
  escalate: 'escalate: a person has to decide about this patch.',
  reject: 'reject: this patch makes checks pass without a repair.',
};

function textOf(verdict: Verdict, rules: readonly RuleFinding[], notes: readonly Note[]): string {
  const lines = rules.map(({ rule, verdict: said, path, line, detail }) => {
    const place = line === null ? path : `${path}:${line}`;
    return `  ${said.padEnd(8)} ${rule.padEnd(9)} ${place}\n    ${detail}\n`;
  });
  const told = notes.map(({ path, detail }) => `  note               ${path}\n    ${detail}\n`);
  return `${HEADS[verdict]}\n${[...lines, ...told].join('')}`;
}
