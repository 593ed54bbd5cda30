const TAB = 9;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const DOLLAR = 36;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const LOWER_P = 112;
const BRACE = 123;
const BAR = 124;
/** First byte of yarn's arrow (➤) and of some kinds of white space. */
const ARROW = 0xe2;
/** A longer line is no path, a longer mark none of a task. */
const MAX_PATH = 1_600;
const MAX_MARK = 1_000;

/**
 * True for a line that may matter whatever it contains: by its first word it may be a mark of the runner or of a task, a
 * record for programs, or nothing but a path. False only where neither `cleanLines` and `unwrapLines` nor the path above
 * some findings can see anything in the line.
 */
export function isTalk(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && isSpace(bytes[at] ?? 0)) at++;
  if (isOddSpace(bytes, at)) return true;
  const first = bytes[start] ?? 0;
  if (first === BRACE) return isRecord(bytes, start);
  if (first === AT || first === HASH || first === ARROW)
    return first === AT || isMarkByte(bytes[start + 1] ?? 0);
  if (first === OPEN) return isBracketMark(bytes, start, end);
  const word = at;
  let isPath = false;
  let colons = 0;
  let byte = 0;
  for (; at < end; at++) {
    byte = bytes[at] ?? 0;
    if (byte === SPACE) break;
    if (byte === SLASH || byte === DOT || byte === BACKSLASH) isPath = true;
    if (byte === COLON && isLetterOrEnd(bytes[at + 1] ?? SPACE)) colons++;
  }
  if (at === end) return isPath && at - word < MAX_PATH;
  if (word > start) return false;
  const isShortName = first === LOWER_P && bytes[at - 1] === COLON;
  return colons > 1 || isShortName || isMarkBehind(bytes, start, { space: at, end });
}

/** The first letters of the keys by which `decodeMachineLine` knows a record. */
const KEYS: readonly number[] = [...new TextEncoder().encode('TAIr')];

function isRecord(bytes: Uint8Array, start: number): boolean {
  return bytes[start + 1] === QUOTE && KEYS.includes(bytes[start + 2] ?? 0);
}

/** `##[`, `#1 `, the rest of the arrow. */
function isMarkByte(second: number): boolean {
  return second === HASH || second === 0x9e || (second >= 48 && second <= 57);
}

/** The first bytes of white space beyond ASCII, and of much else. */
function isOddSpace(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  return byte > 127 && (byte !== ARROW || (bytes[at + 1] ?? 0) <= 0x81);
}

function isSpace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= 12);
}

function isLetterOrEnd(byte: number): boolean {
  return byte === SPACE || isLower(byte | 32);
}

function isLower(byte: number): boolean {
  return byte >= 97 && byte <= 122;
}

/** A bar behind the first word, or a second one that ends with a colon or a dollar sign. */
function isMarkBehind(
  bytes: Uint8Array,
  start: number,
  { space, end }: { space: number; end: number },
): boolean {
  let at = space;
  while (at < end && bytes[at] === SPACE) at++;
  if (bytes[at] === BAR) return true;
  if (at !== space + 1 || !isLower(bytes[at] ?? 0)) return false;
  for (; at < end && bytes[at] !== SPACE; at++) {
    if (bytes[at] === COLON || bytes[at] === DOLLAR) return bytes.subarray(start, space).includes(SLASH);
  }
  return false;
}

/** `[name]: `, `[workflow/job]   | `, `[0] `, `[name] ` in small letters; `[{` begins a record. */
function isBracketMark(bytes: Uint8Array, start: number, end: number): boolean {
  const second = bytes[start + 1] ?? 0;
  if (second === BRACE) return true;
  let at = start + 1;
  const limit = Math.min(end, start + MAX_MARK);
  while (at < limit && bytes[at] !== CLOSE) at++;
  if (at === limit) return limit < end;
  if (bytes[at + 1] === COLON || (bytes[at + 1] === SPACE && bytes[at + 2] === SPACE)) return true;
  return isLower(second) || (second >= 48 && second <= 57);
}
