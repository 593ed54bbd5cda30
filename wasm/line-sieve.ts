import { isDigit, isSpace } from './bytes';
import {
  ASLEEP,
  EDGES,
  EDGES_SIZE,
  FOUND,
  HITS,
  LINE_END,
  LINE_START,
  MAY_BE_WIDE,
  SKIPPED,
  TEXT_END,
  TEXT_START,
} from './layout';
import { behindCalmStep, isTalk } from './line-start';
import { collect } from './needles';

export { ASLEEP, CALM_STEPS, EDGES, FOUND, HEADER_IS_OVER, LITERALS, MAY_BE_WIDE, TEXT } from './layout';
export { addNeedle } from './needles';
export { learn } from './usual-bytes';

const NEWLINE: u8 = 10;
const RETURN: u8 = 13;
const ESCAPE: u8 = 27;
/** A longer line is cut before it is matched: not worth a decision. */
const MAX_BYTES: usize = 8_000;
const DONE: i32 = 0;
const READ: i32 = 1;
const SPEAKS: i32 = 2;

let cursor: usize = 0;
let hasReturn: bool = false;
/** Colours, or ends of lines and pages of other systems. */
let hasOdd: bool = false;
let hasHigh: bool = false;
let hasTab: bool = false;
/** Behind the time stamp stands what only the whole line can tell from another mark. */
let isDoubtful: bool = false;
/** Among the owners that were found last is one that is not asleep. */
let isAwake: bool = false;

/**
 * Goes on from `from` to the next line that has to be read; `last` is behind a line feed. Answers `READ`, or `SPEAKS` when
 * only the owners that were found in the line can speak for it, or `DONE`.
 */
export function findLine(from: usize, last: usize): i32 {
  let at = from;
  let skipped = 0;
  while (at < last) {
    const verdict = look(at);
    if (verdict !== DONE) {
      store<i32>(SKIPPED, skipped);
      return verdict;
    }
    skipped++;
    at = cursor + 1;
  }
  store<i32>(SKIPPED, skipped);
  return DONE;
}

/** Finds the owners of what stands between two addresses, as a line; returns how many. */
export function ownersIn(start: usize, end: usize): i32 {
  return within(start, end);
}

/** Writes down where the line that begins at `from` ends, and where it begins behind a time stamp that is one for certain. */
export function measure(from: usize): void {
  findEnd(from);
  store<u32>(LINE_START, <u32>from);
  store<u32>(LINE_END, <u32>cursor);
  store<i32>(MAY_BE_WIDE, hasHigh ? 1 : 0);
  const start = behindStamp(from);
  const first = load<u8>(start);
  // With colours taken off, other marks may stand behind the stamp.
  isDoubtful = first === 0xef || first === ESCAPE || (isDigit(first) && (hasOdd || isStreamMark(start)));
  store<u32>(TEXT_START, <u32>(isDoubtful || cursor - from > MAX_BYTES ? from : start));
}

/** Leaves the end of the line in `cursor`. */
function look(from: usize): i32 {
  measure(from);
  if (isDoubtful || cursor - from > MAX_BYTES) return READ;
  const start = <usize>load<u32>(TEXT_START);
  if (hasOdd) return READ;
  let end = cursor;
  if (hasReturn) {
    if (load<u8>(end - 1) !== RETURN) return READ;
    end--;
    for (let at = start; at < end; at++) if (load<u8>(at) === RETURN) return READ;
  }
  if ((hasTab && isDisguised(start, end)) || (hasHigh && hasLineEnd(start, end))) return READ;
  const text = behindCalmStep(start, end);
  if (isTalk(text, end)) return READ;
  const hits = within(text, end);
  if (hits === 0) return DONE;
  if (text !== start) return READ;
  if (!isAwake) return DONE;
  store<i32>(HITS, hits);
  store<u32>(TEXT_END, <u32>end);
  return SPEAKS;
}

/** Finds the line feed, and which other control characters stand before it; what lies beyond ASCII may be of the next line. */
function findEnd(from: usize): void {
  hasReturn = false;
  hasOdd = false;
  hasHigh = false;
  hasTab = false;
  const control = i8x16.splat(32);
  for (let block = from; ; block += 16) {
    const bytes = v128.load(block);
    if (i8x16.bitmask(bytes) !== 0) hasHigh = true;
    let mask = i8x16.bitmask(i8x16.lt_u(bytes, control));
    while (mask !== 0) {
      const at = block + ctz(mask);
      const byte = load<u8>(at);
      if (byte === NEWLINE) {
        cursor = at;
        return;
      }
      if (byte === RETURN) hasReturn = true;
      else if (byte === ESCAPE || byte === 0 || byte === 11 || byte === 12) hasOdd = true;
      else if (byte === 9) hasTab = true;
      mask &= mask - 1;
    }
  }
}

function within(start: usize, end: usize): i32 {
  const all = collect(start, end);
  if (all === 0) return 0;
  let inner = start;
  while (inner < end && isSpace(load<u8>(inner))) inner++;
  const first = start < end ? plain(load<u8>(start)) : 0;
  const word = inner < end ? plain(load<u8>(inner)) : 0;
  const last = start < end ? plain(load<u8>(end - 1)) : 0;
  let kept = 0;
  isAwake = false;
  for (let index = 0; index < all; index++) {
    const owner = load<u16>(FOUND + ((<usize>index) << 1));
    const edges = EDGES + <usize>owner * EDGES_SIZE;
    if (!has(edges, first) || !has(edges + 16, word) || !has(edges + 32, last)) continue;
    store<u16>(FOUND + ((<usize>kept) << 1), owner);
    kept++;
    if (load<u8>(ASLEEP + <usize>owner) === 0) isAwake = true;
  }
  return kept;
}

/** Every set has character 0, which stands for all that are not in ASCII. */
function plain(byte: u8): u32 {
  return byte < 128 ? <u32>byte : 0;
}

function has(set: usize, character: u32): bool {
  return ((load<u8>(set + (character >> 3)) >> <u8>(character & 7)) & 1) !== 0;
}

/** Behind the runner's time stamp; where it may be one of another form, at it. */
function behindStamp(from: usize): usize {
  // 0000-00-00T00:00:00. with a digit for each 0
  if (load<u8>(from, 4) !== 45 || load<u8>(from, 10) !== 84 || load<u8>(from, 19) !== 46) return from;
  if (load<u8>(from, 7) !== 45 || load<u8>(from, 13) !== 58 || load<u8>(from, 16) !== 58) return from;
  const digits = i8x16.lt_u(i8x16.sub(v128.load(from), i8x16.splat(48)), i8x16.splat(10));
  if ((i8x16.bitmask(digits) & 0xdb6f) !== 0xdb6f) return from;
  if (!isDigit(load<u8>(from, 17)) || !isDigit(load<u8>(from, 18))) return from;
  let at = from + 20;
  while (isDigit(load<u8>(at))) at++;
  const fraction = at - from - 20;
  if (fraction < 3 || fraction > 9 || load<u8>(at) !== 90) return from;
  return load<u8>(at, 1) === 32 ? at + 2 : at + 1;
}

/** A year behind a tab: what `gh run view` puts before the time. */
function isDisguised(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    if (load<u8>(at) !== 9) continue;
    if (load<u8>(at, 1) === 0xef || (isDigit(load<u8>(at, 1)) && load<u8>(at, 5) === 45)) return true;
  }
  return false;
}

/** U+0085, U+2028 or U+2029: the end of a line elsewhere. */
function hasLineEnd(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    if (byte === 0xc2 && load<u8>(at, 1) === 0x85) return true;
    if (byte === 0xe2 && load<u8>(at, 1) === 0x80 && (load<u8>(at, 2) | 1) === 0xa9) return true;
  }
  return false;
}

/** GitLab's, behind its time stamp: `00O`. */
function isStreamMark(start: usize): bool {
  const third = load<u8>(start, 2);
  return (third === 79 || third === 69) && isDigit(load<u8>(start)) && isDigit(load<u8>(start, 1));
}
