import { isSecretFile } from '../secret-file.js';
import type { RepairContext } from '../strategy.js';
import { estimateTokens } from './estimate-tokens.js';
import { definitionsOf, namesAt } from './likely-places.js';
import { numberedLines, windowsAround } from './numbered-lines.js';
import { plainLine } from './plain-text.js';
import { relatedFiles } from './related-files.js';

/** A file up to this length is quoted whole. */
const WHOLE_FILE_LINES = 200;
const RADIUS = 40;
/** Of a long file that nothing points into, the beginning. */
const HEAD_LINES = 80;
const MAX_FILES = 12;
/** Of these, so many that findings name; the others are what those import. */
const MAX_NAMED_FILES = 7;

function quoteText(path: string, content: string, places: readonly number[]): string {
  const text = content.replace(/\r?\n$/, '');
  const lineCount = text.split('\n').length;
  const name = plainLine(path, 300);
  if (lineCount <= WHOLE_FILE_LINES) {
    return `file: ${name} (whole)\n${numberedLines(text, [{ first: 1, last: lineCount }])}`;
  }
  const around = windowsAround(places, RADIUS, lineCount);
  const windows = around.length > 0 ? around : [{ first: 1, last: HEAD_LINES }];
  return `file: ${name} (excerpt, ${lineCount} lines in all)\n${numberedLines(text, windows)}`;
}

interface Quote {
  readonly body: string;
  /** Files that this one depends on, and the names in it that findings speak of. */
  readonly related: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** A file around the findings in it or, when there are none, around what `wanted` names. */
async function quoteFile(
  { scan, files }: RepairContext,
  path: string,
  wanted: ReadonlySet<string>,
): Promise<Quote> {
  const left = (why: string): Quote => ({
    body: `file: ${plainLine(path, 300)} (not quoted: ${why})`,
    related: [],
    names: new Set(),
  });
  if (isSecretFile(path)) return left('it may hold a secret');
  const text = await files.read(path);
  if (text === null) return left('no text');
  const findings = scan.findings.filter(({ file }) => file === path);
  const pointed = findings.flatMap(({ line }) => line ?? []);
  return {
    body: quoteText(path, text, pointed.length > 0 ? pointed : definitionsOf(text, wanted)),
    related: relatedFiles(path, text, files.paths),
    names: namesAt(text, findings),
  };
}

/**
 * Excerpts of the files that the findings name, best finding first, then of the files that those import, within
 * `tokens`. Files that may hold secrets are named and not read.
 */
export async function quoteFiles(context: RepairContext, tokens: number): Promise<string> {
  const tracked = new Set(context.files.paths);
  const named = context.scan.findings.flatMap(({ file }) =>
    file !== null && tracked.has(file) ? [file] : [],
  );
  const queue = new Set([...new Set(named)].slice(0, MAX_NAMED_FILES));
  const names = new Set<string>();
  const bodies: string[] = [];
  let left = tokens;
  // The queue grows while it is read.
  for (const path of queue) {
    if (bodies.length === MAX_FILES) break;
    const quote = await quoteFile(context, path, names);
    const cost = estimateTokens(quote.body);
    bodies.push(cost > left ? `file: ${plainLine(path, 300)} (left out for length)` : quote.body);
    left -= cost > left ? 0 : cost;
    for (const other of quote.related) queue.add(other);
    for (const name of quote.names) names.add(name);
  }
  return bodies.join('\n\n');
}
