import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Hunk, HunkLine, Operation } from '../operation.js';
import type { WrittenEdits, WrittenText } from './written-edits.js';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const HEADER = /^\*\*\* (Add|Update|Delete) File: *(\S.*)$/;
const MOVE = /^\*\*\* Move to: *(\S.*)$/;
const LINE_NUMBERS = /^-\d+(?:,\d+)? \+\d+(?:,\d+)?(?: @@.*)?$/;

/** One `*** … File:` with the lines that follow it. */
interface Section {
  readonly verb: string;
  readonly path: string;
  readonly body: string[];
}

/**
 * Edits between `*** Begin Patch` and `*** End Patch`, as OpenAI's apply_patch takes them (openai/codex,
 * codex-rs/apply-patch/apply_patch_tool_instructions.md). Null when there is no such patch.
 */
export function readApplyPatch({ lines }: WrittenText): WrittenEdits | Rejection | null {
  const operations: Operation[] = [];
  const taken = new Set<number>();
  let begin: number | null = null;
  for (const [at, line] of lines.entries()) {
    if (begin === null && line.trim() === BEGIN) begin = at;
    if (begin !== null) taken.add(at);
    if (begin === null || line.trim() !== END) continue;
    const read = readSections(lines.slice(begin + 1, at));
    if ('kind' in read) return read;
    operations.push(...read);
    begin = null;
  }
  if (begin !== null) {
    return rejection('truncated', `The patch has no line "${END}": it was cut off. Write it again, shorter.`);
  }
  if (taken.size === 0) return null;
  return operations.length === 0
    ? rejection('no-op', 'The patch holds no edit.')
    : { kind: 'edits', operations, taken };
}

function readSections(lines: readonly string[]): readonly Operation[] | Rejection {
  const sections: Section[] = [];
  for (const line of lines) {
    const header = HEADER.exec(line.trim());
    const section = sections.at(-1);
    if (header !== null) sections.push({ verb: header[1] ?? '', path: (header[2] ?? '').trim(), body: [] });
    else if (section !== undefined) section.body.push(line);
    else if (line.trim() !== '') return unexpected(line);
  }
  const operations: Operation[] = [];
  for (const section of sections) {
    const read = READERS[section.verb]?.(section) ?? unexpected(section.verb);
    if ('kind' in read) return read;
    operations.push(...read);
  }
  return operations;
}

const READERS: Readonly<Record<string, (section: Section) => readonly Operation[] | Rejection>> = {
  Add: readAdd,
  Update: readUpdate,
  Delete({ path, body }) {
    const more = body.find((line) => line.trim() !== '');
    return more === undefined ? [{ kind: 'delete', path, lines: null }] : unexpected(more);
  },
};

function readAdd({ path, body }: Section): readonly Operation[] | Rejection {
  const lines = withoutBlankEnd(body);
  const wrong = lines.find((line) => !line.startsWith('+') && line.trim() !== '');
  if (wrong !== undefined) return unexpected(wrong);
  return [{ kind: 'create', path, text: lines.map((line) => `${line.slice(1)}\n`).join('') }];
}

function readUpdate({ path, body }: Section): readonly Operation[] | Rejection {
  const to = MOVE.exec((body[0] ?? '').trim())?.[1]?.trim();
  const hunks: HunkDraft[] = [];
  for (const line of withoutBlankEnd(to === undefined ? body : body.slice(1))) {
    const fault = readUpdateLine(line, hunks);
    if (fault !== null) return fault;
  }
  const filled = hunks.map((hunk) => closed(hunk, hunks.length === 1 && body.at(-1) !== ''));
  if (filled.some(({ lines }) => lines.length === 0)) {
    return rejection('malformed', `A hunk of ${path} holds no line.`);
  }
  if (filled.length === 0 && to === undefined) return rejection('malformed', `${path} has no hunk.`);
  return [
    ...(to === undefined ? [] : [{ kind: 'rename', path, to } as const]),
    ...(filled.length === 0 ? [] : [{ kind: 'hunks', path: to ?? path, hunks: filled } as const]),
  ];
}

interface HunkDraft {
  readonly lines: HunkLine[];
  readonly anchors: string[];
  atEnd: boolean;
}

function readUpdateLine(line: string, hunks: HunkDraft[]): Rejection | null {
  const hunk = hunks.at(-1);
  if (/^\s*@@/.test(line)) {
    const anchor = line.trim().slice(2).replace(/@@$/, '').trim();
    const isNumbers = LINE_NUMBERS.test(anchor) || /^\.*$/.test(anchor);
    // Several anchors in a row lead from the outer block to the inner one.
    const open =
      hunk?.lines.length === 0 && hunk.anchors.length > 0 ? hunk : { lines: [], anchors: [], atEnd: false };
    if (open !== hunk) hunks.push(open);
    if (!isNumbers) open.anchors.push(anchor);
    return null;
  }
  if (line.trim() === END_OF_FILE) {
    if (hunk === undefined) return unexpected(line);
    hunk.atEnd = true;
    return null;
  }
  const kind = KINDS[line[0] ?? ' '];
  if (kind === undefined) return unexpected(line);
  if (hunk === undefined || hunk.atEnd)
    hunks.push({ lines: [{ kind, text: line.slice(1) }], anchors: [], atEnd: false });
  else hunk.lines.push({ kind, text: line.slice(1) });
  return null;
}

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'context', '-': 'removed', '+': 'added' };

/** The only hunk of a file that quotes nothing and stands under no anchor goes to the end, as in the reference. */
function closed({ lines, anchors, atEnd }: HunkDraft, isOnly: boolean): Hunk {
  const onlyAdds = isOnly && anchors.length === 0 && lines.every(({ kind }) => kind === 'added');
  return { lines, anchors, line: null, heading: null, atEnd: atEnd || onlyAdds, lastLineEnd: null };
}

/** Blank lines at the end of a section stand between it and the next one. */
function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

function unexpected(line: string): Rejection {
  return rejection(
    'malformed',
    `The patch has a line that says nothing in its form: ${JSON.stringify(line.slice(0, 160))}.`,
  );
}
