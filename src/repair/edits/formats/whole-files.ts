import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';
import { type Fence, findFences } from './fences.js';
import { readingOfJson } from './json-file.js';
import { pathInSentence, pathOfInfo, pathOfLine, pathsIn } from './path-mention.js';
import type { WrittenEdits, WrittenText } from './written-edits.js';

/** Where a sentence introduces a whole file, and not a part of one. */
const WHOLE =
  /\b(?:full|complete|entire|whole|updated|new|final|contents?|create[ds]?|add(?:ed)?|rewritten|fixed|corrected)\b/i;
const PART =
  /\b(?:lines?|snippet|section|part|function|method|replace|change (?:this|the)|find|instead of|before|was|original|current(?:ly)?|run)\b/i;
/** `filepath: src/a.ts`, or the path alone, as a remark in the first line. */
const REMARK =
  /^\s*(?:\/\/+|#+|--+|;+|\/\*+|<!--)\s*(?:(?:file ?path|file ?name|file|path)\s*:\s*)?(\S+)\s*(?:(?:\*\/|-->)\s*)?$/i;

/** How a block is named. */
export interface Named {
  readonly path: string;
  /** By a sentence, and not by a path that stands alone. */
  readonly inSentence: boolean;
  /** A first line that says where the file is, and perhaps is no part of it. */
  readonly head: string | null;
}

/** Fenced blocks that hold the whole text of a file, which is named in one of the usual places. Null when none is. */
export function readWholeFiles({ lines, paths }: WrittenText): WrittenEdits | Rejection | null {
  const taken = new Set<number>();
  const operations: Extract<Operation, { kind: 'write' }>[] = [];
  const fences = findFences(lines, () => false);
  for (const fence of fences) {
    const named = nameOf(fence, { lines, paths });
    if (named === null) continue;
    const fault = faultOf(fence, named, paths);
    if (fault !== null) return fault;
    const body = named.head === null ? fence.lines : fence.lines.slice(1);
    const text = body.map((line) => `${line}\n`).join('');
    if (operations.some((other) => other.path === named.path && other.text !== text))
      return givenTwice(named.path);
    operations.push({ kind: 'write', path: named.path, text, head: named.head });
    for (let line = fence.open; line <= (fence.close ?? lines.length); line += 1) taken.add(line);
  }
  if (operations.length === 0) return null;
  if (fences.some(({ close }) => close === null)) return cutOff();
  const lost = fences.find(
    (fence) => !taken.has(fence.open) && mayBeFile(fence, operations, { lines, paths }),
  );
  if (lost === undefined) return { kind: 'edits', operations, taken };
  return rejection(
    'malformed',
    `It is not clear whether the block at line ${lost.open + 1} is a file. Write its path alone above it.`,
  );
}

/** A block that is no command and no output, under words with a path that no other block has. */
function mayBeFile(
  { open, info }: Fence,
  operations: readonly Operation[],
  { lines, paths }: Pick<WrittenText, 'lines' | 'paths'>,
): boolean {
  if (/^(?:ba|z|fi)?sh\b|^(?:shell|console|terminal|powershell|cmd|output|log|te?xt|plaintext)\b/i.test(info))
    return false;
  const named = new Set(operations.map(({ path }) => path));
  return pathsIn(lineAbove(lines, open), paths).some((path) => !named.has(path));
}

/** Numbers of the lines within files that do not begin with a line that `isMark` knows. */
export function linesOfFiles(text: WrittenText, isMark: (line: string) => boolean): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const fence of findFences(text.lines, () => false)) {
    const named = nameOf(fence, text);
    if (named === null || !isFile(fence, named, { text, isMark })) continue;
    for (let at = fence.open; at < (fence.close ?? text.lines.length); at += 1) inside.add(at);
  }
  return inside;
}

function isFile(
  fence: Fence,
  named: Named,
  { text, isMark }: { readonly text: WrittenText; readonly isMark: (line: string) => boolean },
): boolean {
  const json = readingOfJson(fence, named, text.paths);
  if (json !== null) return json !== 'edits';
  const first = fence.lines.find((line) => line.trim() !== '') ?? '';
  return !isMark(text.lines[fence.open] ?? '') && !isMark(first) && pathOfLine(first, text.paths) === null;
}

function faultOf(fence: Fence, named: Named, paths: readonly string[]): Rejection | null {
  const { path } = named;
  if (fence.close === null) return cutOff();
  if (readingOfJson(fence, named, paths) === 'either') {
    return rejection(
      'ambiguous',
      `The block under ${path} may be a new file of that name, or edits. For edits, leave the name out.`,
    );
  }
  const inner = new RegExp(`^\\s*${fence.marks[0]}{${fence.marks.length},}\\s*\\w`);
  if (!fence.lines.some((line) => inner.test(line))) return null;
  return rejection(
    'malformed',
    `The block for ${path} holds a fence as long as its own, so its end is a guess. Use a longer fence around it.`,
  );
}

function givenTwice(path: string): Rejection {
  return rejection('ambiguous', `${path} is given twice, and nothing says which of the two counts.`);
}

function cutOff(): Rejection {
  return rejection(
    'truncated',
    'A fenced block is not closed: the text was cut off. Write it again, shorter.',
  );
}

function nameOf(fence: Fence, { lines, paths }: Pick<WrittenText, 'lines' | 'paths'>): Named | null {
  const inInfo = pathOfInfo(fence.info, paths);
  if (inInfo !== null) return { path: inInfo, inSentence: false, head: null };
  const above = lineAbove(lines, fence.open);
  const isFence = /^\s*[`~]{3}/.test(above);
  const alone = isFence ? null : pathOfLine(above, paths);
  const path = isFence ? null : (alone ?? introduced(above, paths));
  if (path !== null) return { path, inSentence: alone === null, head: null };
  const [head = ''] = fence.lines;
  const remark = REMARK.exec(head)?.[1];
  const inRemark = remark === undefined ? null : pathOfLine(remark, paths);
  return inRemark === null ? null : { path: inRemark, inSentence: false, head };
}

function lineAbove(lines: readonly string[], at: number): string {
  let above = at - 1;
  while (above >= 0 && lines[above]?.trim() === '') above -= 1;
  return lines[above] ?? '';
}

function introduced(line: string, paths: readonly string[]): string | null {
  return WHOLE.test(line) && !PART.test(line) ? pathInSentence(line, paths) : null;
}
