import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { TextEdit } from '../operation.js';
import { asPath, pathInSentence, pathOfInfo, pathOfLine, pathsIn } from './path-mention.js';
import type { WrittenEdits, WrittenText } from './written-edits.js';

/** aider's marks, Cline's (`------- SEARCH`), and those of a merge conflict; of a head line the path may be part. */
export const BLOCK_HEAD =
  /^(?<indent>\s*)(?:<{5,9}|-{5,9}) ?(?<word>SEARCH|ORIGINAL|OLD|BEFORE|CURRENT|HEAD)\b>?:?[ \t]*(?<path>\S*)\s*$/i;
const DIVIDER = /^={5,9}\s*$/;
const TAIL = /^(?:>{5,9}|\+{5,9})(?: ?(?:REPLACE|UPDATED|NEW|AFTER|MODIFIED|END|INCOMING)\b:?)?\s*$/i;
const NAMED_TAIL = /^(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)\b/i;
const CONFLICT_TAIL = /^>{5,9}(?: .*)?$/;
const INNER_HEAD = /^<{5,9}(?: |$)/;
const INNER_TAIL = /^>{5,9}(?: |$)/;
/** Roo Code writes the line number, and a line of dashes below it. */
const HINT = /^:(start|end)_line: ?(\d+)\s*$/;
const ESCAPED = /^\\(?=(?:<{5,9}|>{5,9}|={5,9}|-{5,9}|\+{5,9})(?:\s|$))/;
/** How far above a block its path may stand, blank lines left out. */
const LINES_ABOVE = 3;

interface Block {
  readonly edit: Omit<TextEdit, 'path'>;
  /** The line behind the block. */
  readonly end: number;
  readonly path: string;
}

/** SEARCH/REPLACE blocks in the spellings that are about. Null when there is none. */
export function readSearchReplace({ lines, paths }: WrittenText): WrittenEdits | Rejection | null {
  const operations: TextEdit[] = [];
  const taken = new Set<number>();
  let path: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const head = BLOCK_HEAD.exec(lines[at] ?? '')?.groups;
    if (head === undefined) continue;
    const block = readBlock(lines, at, head);
    if ('kind' in block) return block;
    const above = linesAbove(lines, at, taken);
    const own = asPath(block.path, paths) ?? pathIn(above, paths);
    // Words that may name another file leave it open whether the file is still the one before.
    path = own ?? (above.some((line) => pathsIn(line, paths).length > 0) ? null : path);
    if (path === null) {
      return rejection(
        'malformed',
        `Line ${at + 1} starts a block that names no file. Write its path above it.`,
      );
    }
    operations.push({ ...block.edit, path });
    for (; at < block.end; at += 1) taken.add(at);
    at -= 1;
  }
  return operations.length === 0 ? null : { kind: 'edits', operations, taken };
}

function readBlock(
  lines: readonly string[],
  start: number,
  { indent = '', word = '', path = '' }: Readonly<Record<string, string>>,
): Block | Rejection {
  const body: string[] = [];
  let depth = 0;
  let end = start + 1;
  for (; ; end += 1) {
    const line = lines[end];
    if (line === undefined) return cutOff(start, body);
    const plain = line.startsWith(indent) ? line.slice(indent.length) : line;
    if (NAMED_TAIL.test(plain) || (depth === 0 && TAIL.test(plain))) break;
    if (word.toUpperCase() === 'HEAD' && depth === 0 && CONFLICT_TAIL.test(plain)) break;
    if (BLOCK_HEAD.exec(plain)?.groups?.word?.toUpperCase() === 'SEARCH') return cutOff(start, body);
    if (INNER_HEAD.test(plain)) depth += 1;
    else if (depth > 0 && INNER_TAIL.test(plain)) depth -= 1;
    body.push(plain);
  }
  const dividers = dividersOf(body);
  const [divider, ...more] = dividers;
  if (divider === undefined || more.length > 0) {
    const many = divider === undefined ? 'no line' : 'more than one line';
    return rejection(
      'malformed',
      `The block at line ${start + 1} has ${many} of "=======" between old and new text.`,
    );
  }
  const { quoted, line } = withoutHints(body.slice(0, divider));
  const [oldText, newText] = [quoted, body.slice(divider + 1)].map(textOf);
  return {
    edit: {
      kind: 'text',
      oldText: oldText ?? '',
      newText: newText ?? '',
      unit: 'lines',
      places: 1,
      line,
    },
    end: end + 1,
    path,
  };
}

/** The dividers of a block itself; a merge conflict that it quotes has one of its own. */
function dividersOf(body: readonly string[]): readonly number[] {
  let depth = 0;
  return body.flatMap((line, index) => {
    if (INNER_HEAD.test(line)) depth += 1;
    else if (depth > 0 && INNER_TAIL.test(line)) depth -= 1;
    return depth === 0 && DIVIDER.test(line) ? [index] : [];
  });
}

function withoutHints(lines: readonly string[]): {
  readonly quoted: readonly string[];
  readonly line: number | null;
} {
  const start = HINT.exec(lines[0] ?? '');
  if (start === null) return { quoted: lines, line: null };
  const rest = lines.slice(HINT.test(lines[1] ?? '') ? 2 : 1);
  return { quoted: /^-{5,9}\s*$/.test(rest[0] ?? '') ? rest.slice(1) : rest, line: Number(start[2]) };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(ESCAPED, '')}\n`).join('');
}

function cutOff(start: number, body: readonly string[]): Rejection {
  const part = body.some((line) => DIVIDER.test(line)) ? 'its end mark' : '"=======" and its end mark';
  return rejection(
    'truncated',
    `The block at line ${start + 1} stops before ${part}. Write it again, shorter.`,
  );
}

/** The nearest lines of words above a block, the nearest first, as far as the block before. */
function linesAbove(lines: readonly string[], start: number, taken: ReadonlySet<number>): readonly string[] {
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < LINES_ABOVE && !taken.has(at); at -= 1) {
    const line = (lines[at] ?? '').trim();
    if (line !== '' && !/^[`~]{3,}$/.test(line)) above.push(line);
  }
  return above;
}

/** A path on a line of its own, in a fence's info string, or the only one in a sentence. */
function pathIn(above: readonly string[], paths: readonly string[]): string | null {
  for (const line of above) {
    const info = /^(?:`{3,}|~{3,})(.+)$/.exec(line)?.[1];
    const path =
      info === undefined
        ? (pathOfLine(line, paths) ?? pathInSentence(line, paths))
        : pathOfInfo(info.trim(), paths);
    if (path !== null) return path;
  }
  return null;
}
