import { isTalk } from './line-start.js';
import { DISGUISE_OWNER, INDEX, RETURN_OWNER } from './read-diagnostics.js';

const TAB = 9;
const VT = 11;
const FF = 12;
const CR = 13;
const ESC = 27;
const DASH = 45;
const BOM = 0xef;
/** A longer line is cut before it is matched: not worth a decision. */
const MAX_BYTES = 8_000;
/** U+0085; U+2029, which differs from U+2028 in the last bit. */
const NEXT_LINE = [0xc2, 0x85] as const;
const SEPARATOR = [0xe2, 0x80, 0xa9] as const;
/** The runner's time stamp but for the fraction: `0` stands for any digit. */
const STAMP = new TextEncoder().encode('0000-00-00T00:00:00.');

/** Tells of a line's bytes whether it has to be read, without decoding them. */
export class LineFilter {
  /** Offset of the line feed of the line that was looked at. */
  lineEnd = 0;
  /** Where its text ends. */
  end = 0;
  /** Where it begins behind the time stamp. */
  start = 0;
  /** Owners of what it contains (`INDEX`). */
  readonly hits: number[] = [];

  /** Looks at the line that begins at `from` and ends with a line feed. Answers `hits` when only those can speak for it. */
  look(bytes: Uint8Array, from: number): 'read' | 'hits' | 'skip' {
    const start = startOf(bytes, from);
    this.hits.length = 0;
    this.start = start;
    this.lineEnd = INDEX.scanLine(bytes, start, this.hits);
    this.end = this.lineEnd;
    if (this.end - from > MAX_BYTES || bytes[start] === BOM || isStreamMark(bytes, start)) return 'read';
    if (this.hits.at(-1) === RETURN_OWNER) {
      this.hits.pop();
      if (bytes.indexOf(CR, start) < --this.end) return 'read';
    }
    if (this.hits.at(-1) === DISGUISE_OWNER) {
      this.hits.pop();
      if (isDisguised(bytes, start, this.end)) return 'read';
    }
    if (isTalk(bytes, start, this.end)) return 'read';
    return this.hits.length > 0 ? 'hits' : 'skip';
  }
}

/** Behind the time stamp; where it may be one of another form, at it. */
function startOf(bytes: Uint8Array, from: number): number {
  for (let at = 0; at < STAMP.length; at++) {
    const byte = bytes[from + at] ?? 0;
    if (STAMP[at] === 48 ? !isDigit(byte) : byte !== STAMP[at]) return from;
  }
  let at = from + STAMP.length;
  while (isDigit(bytes[at] ?? 0)) at++;
  const digits = at - from - STAMP.length;
  if (digits < 3 || digits > 9 || bytes[at] !== 90) return from;
  return bytes[at + 1] === 32 ? at + 2 : at + 1;
}

/** Colours, a year behind a tab, or an end of a line that is none (`cleanLines`). */
function isDisguised(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === ESC || byte === 0 || byte === VT || byte === FF) return true;
    if (byte === TAB && (bytes[at + 1] === BOM || bytes[at + 5] === DASH)) return true;
    if (byte === NEXT_LINE[0] && bytes[at + 1] === NEXT_LINE[1]) return true;
    if (
      byte === SEPARATOR[0] &&
      bytes[at + 1] === SEPARATOR[1] &&
      ((bytes[at + 2] ?? 0) | 1) === SEPARATOR[2]
    )
      return true;
  }
  return false;
}

/** GitLab's, behind its time stamp: `00O`. */
function isStreamMark(bytes: Uint8Array, start: number): boolean {
  const third = bytes[start + 2];
  return (third === 79 || third === 69) && isDigit(bytes[start] ?? 0) && isDigit(bytes[start + 1] ?? 0);
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
