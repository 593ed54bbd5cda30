import { isSecretFile } from '../secret-file.js';
import type { RepairContext } from '../strategy.js';
import { chooseWindows, definesWanted, namesUsed } from './choose-windows.js';
import { estimateTokens } from './estimate-tokens.js';
import { pointedLines, testFiles } from './find-tests.js';
import { fitWindows } from './fit-windows.js';
import { wordsOf } from './likely-places.js';
import { numberedLines, plainLines } from './numbered-lines.js';
import { plainLine } from './plain-text.js';
import { relatedFiles } from './related-files.js';

/** A file up to this length is quoted whole, one that no finding and no name leads into only up to the second. */
const WHOLE_FILE_LINES = 200;
const WHOLE_BYSTANDER_LINES = 60;
/** Of a longer one than this, at most half is quoted. */
const LONG_FILE_LINES = 300;
const MAX_FILES = 12;
/** Of these, so many that findings name; the others are what those import. */
const MAX_NAMED_FILES = 7;

interface Quote {
  readonly body: string;
  /** Files that this one depends on, and the names that it uses where findings point. */
  readonly related: readonly string[];
  readonly names: ReadonlySet<string>;
}

interface QuoteRequest {
  readonly path: string;
  /** By a finding or the person. */
  readonly isNamed: boolean;
  /** Names that matter in files already quoted, in the order in which they do. */
  readonly wanted: ReadonlySet<string>;
  readonly tokens: number;
}

async function quoteFile(
  { scan, files }: RepairContext,
  { path, isNamed, wanted, tokens }: QuoteRequest,
): Promise<Quote> {
  const name = plainLine(path, 300);
  const left = (why: string): Quote => ({
    body: `file: ${name} (not quoted: ${why})`,
    related: [],
    names: new Set(),
  });
  if (isSecretFile(path)) return left('it may hold a secret');
  const raw = await files.read(path);
  if (raw === null) return left('no text');
  const text = raw.replace(/\r?\n$/, '');
  const outline = await files.outline(path);
  const findings = scan.findings.filter(({ file }) => file === path);
  const pointed = pointedLines(path, scan.findings, outline);
  const said = findings.flatMap(({ message, test }) => wordsOf(`${message} ${test ?? ''}`));
  const names = new Set([...said, ...namesUsed({ text, outline, pointed })]);
  const lineCount = text.split('\n').length;
  const related = relatedFiles(path, text, files.paths);
  const view = { text, outline, pointed, wanted: new Set([...names, ...wanted]) };
  const isBystander = !isNamed && wanted.size > 0 && !definesWanted(view);
  if (lineCount <= (isBystander ? WHOLE_BYSTANDER_LINES : WHOLE_FILE_LINES)) {
    const whole = `file: ${name} (whole)\n${numberedLines(plainLines(text), [{ first: 1, last: lineCount }])}`;
    if (estimateTokens(whole) <= tokens) return { body: whole, related, names };
  }
  const windows = chooseWindows(view);
  const room = lineCount > LONG_FILE_LINES ? Math.min(tokens, estimateTokens(text) / 2) : tokens;
  const excerpt = fitWindows(text, windows, room);
  if (excerpt === '') return { ...left('left out for length'), related, names };
  return { body: `file: ${name} (excerpt, ${lineCount} lines in all)\n${excerpt}`, related, names };
}

/** Files to begin with: those of the findings, best first, those of the failing tests, and the one that the person named. */
async function firstFiles(context: RepairContext): Promise<ReadonlySet<string>> {
  const { scan, files, hints } = context;
  const tracked = new Set(files.paths);
  const found = new Set(
    scan.findings.flatMap(({ file }) => (file !== null && tracked.has(file) ? file : [])),
  );
  const named = [...found].slice(0, MAX_NAMED_FILES);
  const told = hints.candidatePath !== null && tracked.has(hints.candidatePath) ? [hints.candidatePath] : [];
  return new Set([...named.slice(0, 1), ...told, ...(await testFiles(context)), ...named.slice(1)]);
}

/**
 * Excerpts of the files that the findings name, best finding first, then of the files that those import, within
 * `tokens`: the functions that hold the named lines, what they use, the imports. Files that may hold secrets are named
 * and not read.
 */
export async function quoteFiles(context: RepairContext, tokens: number): Promise<string> {
  const named = await firstFiles(context);
  const queue = new Set(named);
  const names = new Set<string>();
  const bodies: string[] = [];
  let left = tokens;
  // The queue grows while it is read.
  for (const path of queue) {
    if (bodies.length === MAX_FILES) break;
    const quote = await quoteFile(context, {
      path,
      isNamed: named.has(path),
      wanted: names,
      tokens: left,
    });
    bodies.push(quote.body);
    left -= estimateTokens(quote.body);
    for (const other of quote.related) queue.add(other);
    for (const name of quote.names) names.add(name);
  }
  return bodies.join('\n\n');
}
