import { isDigit, isLetter, isSpace } from './bytes';
import { CALM_STEPS, HEADER_IS_OVER, MAX_STEPS } from './layout';

const SPACE: u8 = 32;
const QUOTE: u8 = 34;
const HASH: u8 = 35;
const DOLLAR: u8 = 36;
const DOT: u8 = 46;
const SLASH: u8 = 47;
const COLON: u8 = 58;
const AT: u8 = 64;
const OPEN: u8 = 91;
const BACKSLASH: u8 = 92;
const CLOSE: u8 = 93;
const LOWER_P: u8 = 112;
const BRACE: u8 = 123;
const BAR: u8 = 124;
/** First byte of yarn's arrow and of some kinds of white space. */
const ARROW: u8 = 0xe2;
/** A longer line is no path, a longer mark none of a task. */
const MAX_PATH: usize = 1_600;
const MAX_MARK: usize = 1_000;

/**
 * True for a line that may matter whatever it contains: by its first word it may be a mark of the runner or of a task, a
 * record for programs, or nothing but a path. False only where neither `cleanLines` and `unwrapLines` nor the path above
 * some findings can see anything in the line.
 */
export function isTalk(start: usize, end: usize): bool {
  let at = start;
  while (at < end && isSpace(load<u8>(at))) at++;
  if (at === end) return false;
  if (isOddSpace(at)) return true;
  const first = load<u8>(start);
  if (first === BRACE) return isRecord(start);
  if (first === AT) return true;
  if (first === HASH && load<u8>(start, 1) === HASH)
    return !isGroup(start) || load<i32>(HEADER_IS_OVER) === 0;
  if (first === HASH || first === ARROW) return isMarkByte(load<u8>(start, 1));
  if (first === OPEN) return isBracketMark(start, end);
  const word = at;
  let isPath = false;
  let colons = 0;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte === SPACE) break;
    if (byte === SLASH || byte === DOT || byte === BACKSLASH) isPath = true;
    if (byte === COLON && (at + 1 === end || isLetterOrSpace(load<u8>(at, 1)))) colons++;
  }
  if (at === end) return isPath && at - word < MAX_PATH;
  if (word > start) return false;
  if (colons > 1 || (first === LOWER_P && load<u8>(at - 1) === COLON)) return true;
  return isMarkBehind(start, at, end);
}

/** Behind BuildKit's mark (`#12 0.345 `) of a step that is calm; otherwise `start`. */
export function behindCalmStep(start: usize, end: usize): usize {
  if (load<u8>(start) !== HASH) return start;
  let at = start + 1;
  let step: u32 = 0;
  while (step < MAX_STEPS && isDigit(load<u8>(at))) step = step * 10 + (load<u8>(at++) - 48);
  if (step >= MAX_STEPS || load<u8>(CALM_STEPS + step) === 0 || load<u8>(at) !== SPACE) return start;
  const seconds = at + 1;
  at = seconds;
  while (isDigit(load<u8>(at))) at++;
  if (at === seconds || load<u8>(at) !== DOT) return start;
  const fraction = at + 1;
  at = fraction;
  while (isDigit(load<u8>(at))) at++;
  return at > fraction && at < end && load<u8>(at) === SPACE ? at + 1 : start;
}

/** `{"` and the first letter of a key by which `decodeMachineLine` knows a record. */
function isRecord(start: usize): bool {
  if (load<u8>(start, 1) !== QUOTE) return false;
  const key = load<u8>(start, 2);
  return key === 84 || key === 65 || key === 73 || key === 114;
}

/** `#1 `, the rest of the arrow. */
function isMarkByte(second: u8): bool {
  return second === 0x9e || isDigit(second);
}

/** `##[group]` but for the header of a step (`##[group]Run `), `##[endgroup]`. */
function isGroup(start: usize): bool {
  // Little-endian: "##[g", "roup", "]Run", " "; "##[e", "ndgr", "oup]".
  if (load<u32>(start) === 0x655b2323)
    return load<u32>(start, 4) === 0x7267646e && load<u32>(start, 8) === 0x5d70756f;
  if (load<u32>(start) !== 0x675b2323 || load<u32>(start, 4) !== 0x70756f72 || load<u8>(start, 8) !== CLOSE)
    return false;
  return load<u32>(start, 8) !== 0x6e75525d || load<u8>(start, 12) !== SPACE;
}

/** The first bytes of white space beyond ASCII, and of much else. */
function isOddSpace(at: usize): bool {
  const byte = load<u8>(at);
  return byte > 127 && (byte !== ARROW || load<u8>(at, 1) <= 0x81);
}

/** A bar behind the first word, or a second one that ends with a colon or a dollar sign. */
function isMarkBehind(start: usize, space: usize, end: usize): bool {
  let at = space;
  while (at < end && load<u8>(at) === SPACE) at++;
  if (at < end && load<u8>(at) === BAR) return true;
  if (at !== space + 1 || at === end || !isLetter(load<u8>(at))) return false;
  for (; at < end && load<u8>(at) !== SPACE; at++) {
    const byte = load<u8>(at);
    if (byte === COLON || byte === DOLLAR) return hasSlash(start, space);
  }
  return false;
}

function hasSlash(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) if (load<u8>(at) === SLASH) return true;
  return false;
}

/** `[name]: `, `[workflow/job]   | `, `[0] `, `[name] ` in small letters; `[{` begins a record. */
function isBracketMark(start: usize, end: usize): bool {
  const second = load<u8>(start, 1);
  if (second === BRACE) return true;
  const limit = end - start < MAX_MARK ? end : start + MAX_MARK;
  let at = start + 1;
  while (at < limit && load<u8>(at) !== CLOSE) at++;
  if (at >= limit) return limit < end;
  const next = load<u8>(at, 1);
  if (next === COLON || (next === SPACE && load<u8>(at, 2) === SPACE)) return true;
  return next === SPACE && ((second >= 97 && second <= 122) || isDigit(second));
}

function isLetterOrSpace(byte: u8): bool {
  return byte === SPACE || isLetter(byte);
}
