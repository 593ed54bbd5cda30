import { isSecretFile } from '../secret-file.js';
import type { RepairContext } from '../strategy.js';
import { estimateTokens } from './estimate-tokens.js';
import { numberedLines, windowsAround } from './numbered-lines.js';
import { plainLine } from './plain-text.js';
import { relatedFiles } from './related-files.js';

/** A file up to this length is quoted whole. */
const WHOLE_FILE_LINES = 200;
const RADIUS = 40;
/** Of a long file that no finding points into, the beginning. */
const HEAD_LINES = 80;
const MAX_FILES = 12;

function quoteFile(path: string, content: string, places: readonly number[]): string {
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

/**
 * Excerpts of the files that the findings name, best finding first, then of the files that those import, within
 * `tokens`. Files that may hold secrets are named and not read.
 */
export async function quoteFiles(context: RepairContext, tokens: number): Promise<string> {
  const tracked = new Set(context.files.paths);
  const named = context.scan.findings.flatMap(({ file }) =>
    file !== null && tracked.has(file) ? [file] : [],
  );
  const queue = [...new Set(named)].slice(0, MAX_FILES);
  const quotes: string[] = [];
  let left = tokens;
  for (let index = 0; index < Math.min(queue.length, MAX_FILES); index += 1) {
    const path = queue[index] ?? '';
    const quote = isSecretFile(path) ? null : await readQuote(context, path);
    const body =
      quote?.body ??
      `file: ${plainLine(path, 300)} (not quoted: ${quote === null ? 'it may hold a secret' : 'no text'})`;
    const cost = estimateTokens(body);
    if (cost > left) quotes.push(`file: ${plainLine(path, 300)} (left out for length)`);
    else {
      quotes.push(body);
      left -= cost;
    }
    for (const other of quote?.related ?? []) if (!queue.includes(other)) queue.push(other);
  }
  return quotes.join('\n\n');
}

async function readQuote(
  { scan, files }: RepairContext,
  path: string,
): Promise<{ readonly body: string | null; readonly related: readonly string[] }> {
  const text = await files.read(path);
  if (text === null) return { body: null, related: [] };
  const places = scan.findings.flatMap(({ file, line }) => (file === path && line !== null ? [line] : []));
  return { body: quoteFile(path, text, places), related: relatedFiles(path, text, files.paths) };
}
