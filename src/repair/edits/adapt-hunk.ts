import { type Rejection, rejection } from '../../domain/rejection.js';
import type { LinePlace } from './find-lines.js';
import { indentOf, type Shift, shiftLine, styleShift } from './indentation.js';
import type { Hunk, HunkLine } from './operation.js';
import { inSpellingOf } from './punctuation.js';

interface Surroundings {
  /** The real lines that the hunk quotes. */
  readonly real: readonly string[];
  /** How the file is indented. */
  readonly indents: () => readonly string[];
}

/** A hunk whose new lines are written as the file is: its indentation, and its punctuation where they repeat it. */
export function adaptHunk(hunk: Hunk, place: LinePlace, { real, indents }: Surroundings): Hunk | Rejection {
  if (place.level === 'punctuation') return spellLines(hunk, real);
  if (lacksBlank(hunk, place.shift)) return rejection('not-found', LOST_BLANK);
  const shift = place.shift.kind === 'none' ? styleOf(hunk, indents) : place.shift;
  return shiftLines(hunk, shift);
}

const LOST_BLANK =
  'all quoted lines lack one blank: in a diff, an unchanged line has a blank before its own indentation.';

/** Context that lost the blank of its own looks like lines of less indentation, which the new lines are not. */
function lacksBlank({ lines }: Hunk, shift: Shift): boolean {
  return shift.kind === 'deeper' && shift.by === ' ' && lines.every(({ kind }) => kind !== 'removed');
}

/** A quote that shows an indented line shows how the file is indented, and what it writes then is meant. */
function styleOf({ lines }: Hunk, indents: Surroundings['indents']): Shift {
  const isTold = lines.some(
    ({ kind, text }) => kind !== 'added' && text.trim() !== '' && indentOf(text) !== '',
  );
  if (isTold) return { kind: 'none' };
  return styleShift(
    indents(),
    lines.flatMap(({ kind, text }) => (kind === 'added' ? [text] : [])),
  );
}

function shiftLines(hunk: Hunk, shift: Shift): Hunk | Rejection {
  const lines: HunkLine[] = [];
  for (const line of hunk.lines) {
    const text = line.kind === 'added' ? shiftLine(line.text, shift) : line.text;
    if (text === null) {
      return rejection(
        'not-found',
        'the quoted lines are indented deeper than the real ones, and a new line is too shallow to be moved with them.',
      );
    }
    lines.push({ ...line, text });
  }
  return { ...hunk, lines };
}

/** A new line repeats the spelling of the removed line of the same number, in a group that has as many of both. */
function spellLines(hunk: Hunk, real: readonly string[]): Hunk | Rejection {
  const lines: HunkLine[] = [];
  const old = hunk.lines.filter(({ kind }) => kind !== 'added');
  const pairs = old.map(({ text }, index) => ({
    quoted: text.trimEnd(),
    real: (real[index] ?? '').trimEnd(),
  }));
  for (const { removed, added, context } of groupsOf(hunk.lines)) {
    const replaced = pairs.splice(0, removed.length);
    pairs.splice(0, context.length);
    const differs = replaced.some((pair) => pair.real !== pair.quoted);
    const isPaired = removed.length === added.length;
    lines.push(...removed);
    for (const [index, { text }] of added.entries()) {
      const pair = isPaired ? replaced[index] : undefined;
      const spelled = inSpellingOf(pair ?? { quoted: '', real: '' }, text, differs);
      if (spelled === null) return inDoubt(text);
      lines.push({ kind: 'added', text: spelled });
    }
    lines.push(...context);
  }
  return { ...hunk, lines };
}

interface Group {
  readonly removed: HunkLine[];
  readonly added: HunkLine[];
  /** What follows the change. */
  readonly context: HunkLine[];
}

function groupsOf(lines: readonly HunkLine[]): readonly Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    let group = groups.at(-1);
    if (group === undefined || (line.kind !== 'context' && group.context.length > 0)) {
      group = { removed: [], added: [], context: [] };
      groups.push(group);
    }
    group[line.kind].push(line);
  }
  return groups;
}

function inDoubt(line: string): Rejection {
  return rejection(
    'not-found',
    `quotation marks, dashes or blanks are not those of the file, so those in ${JSON.stringify(line.slice(0, 160))} are in doubt. Copy the lines as they are.`,
  );
}
