import { isDigit, isWord } from './bytes';
import {
  FOUND,
  GRAM_HEADS,
  GRAMS,
  NEEDLE_SIZE,
  NEEDLES,
  NODE_SIZE,
  NODES,
  PAIR_HEADS,
  PAIRS,
  SEEN,
  THIRDS,
} from './layout';

/** In a needle: any digit; one or more digits, as many as there are; any but 0; in front, the end of a file's extension. */
const DIGIT: u8 = 1;
const DIGITS: u8 = 2;
const EXTENSION: u8 = 3;
const POSITIVE: u8 = 4;
/** What stands behind a needle. */
const ANY: u8 = 0;

let needles: u32 = 0;
let nodes: u32 = 0;
let line: u32 = 0;
let found: i32 = 0;

/**
 * Makes the `length` bytes at `at`, which stay there, a needle of `owner`. It is looked for by the four bytes of it that are
 * the least usual in logs; where it has no four that are known, by two or three.
 */
export function addNeedle(owner: u32, at: usize, length: u32): void {
  const offset = windowOf(at, length);
  const entry = NEEDLES + <usize>++needles * NEEDLE_SIZE;
  store<u16>(entry, <u16>owner);
  store<u8>(entry, <u8>offset, 2);
  store<u8>(entry, <u8>length, 3);
  store<u32>(entry, <u32>at, 4);
  if (knownFrom(at, length, offset) >= 4) addGram(load<u32>(at + offset));
  else
    addPairs(
      elementAt(at, length, offset),
      elementAt(at, length, offset + 1),
      elementAt(at, length, offset + 2),
    );
}

function addGram(gram: u32): void {
  const hash = hashOf(gram);
  const slot = GRAMS + (hash >> 3);
  store<u8>(slot, load<u8>(slot) | bitOf(hash));
  addNode(GRAM_HEADS + ((<usize>(hash >> 3)) << 1));
}

function addPairs(one: u8, two: u8, three: u8): void {
  const group: u8 = three === ANY ? 128 : <u8>((<u32>1) << ((<u32>one * 5 + two) % 7));
  for (let a = lowest(one); a <= highest(one); a++)
    for (let b = lowest(two); b <= highest(two); b++) {
      const pair = ((<usize>b) << 8) | a;
      store<u8>(PAIRS + pair, load<u8>(PAIRS + pair) | group);
      addNode(PAIR_HEADS + (pair << 1));
    }
  for (let c = lowest(three); c <= highest(three); c++) store<u8>(THIRDS + c, load<u8>(THIRDS + c) | group);
}

function addNode(head: usize): void {
  const node = NODES + <usize>++nodes * NODE_SIZE;
  store<u16>(node, <u16>needles);
  store<u16>(node, load<u16>(head), 2);
  store<u16>(head, <u16>nodes);
}

/** 17 bits (Knuth's multiplicative hash). */
function hashOf(gram: u32): u32 {
  return (gram * 0x9e3779b1) >> 15;
}

function bitOf(hash: u32): u8 {
  return <u8>((<u32>1) << (hash & 7));
}

function elementAt(at: usize, length: u32, index: u32): u8 {
  if (index >= length) return ANY;
  for (let before: u32 = 0; before < index; before++) if (load<u8>(at + before) === DIGITS) return ANY;
  return load<u8>(at + index);
}

function isClass(byte: u8): bool {
  return byte === DIGIT || byte === DIGITS || byte === POSITIVE;
}

function lowest(element: u8): u32 {
  return element === POSITIVE ? 49 : isClass(element) ? 48 : <u32>element;
}

function highest(element: u8): u32 {
  return element === ANY ? 255 : isClass(element) ? 57 : <u32>element;
}

/** How many known bytes stand one after the other from `index` on, at most four. */
function knownFrom(at: usize, length: u32, index: u32): u32 {
  let end = index;
  while (end < length && end < index + 4 && load<u8>(at + end) > POSITIVE) end++;
  return end - index;
}

/** Where the bytes begin that are the least usual in logs; before them, every element is one byte. */
function windowOf(at: usize, length: u32): u32 {
  let best: u32 = 0;
  let least: u64 = u64.MAX_VALUE;
  for (let index: u32 = load<u8>(at) === EXTENSION ? 1 : 0; index + 1 < length; index++) {
    if (load<u8>(at + index) === DIGITS) break;
    let usual: u64 = knownFrom(at, length, index) < 4 ? 1_000_000_000 : 1;
    for (let each: u32 = 0; each < 4; each++) usual *= frequencyOf(elementAt(at, length, index + each), each);
    if (usual < least) {
      least = usual;
      best = index;
    }
  }
  return best;
}

/** Roughly, of a thousand bytes of a log. */
function frequencyOf(byte: u8, index: u32): u64 {
  if (byte === ANY) return 1_000;
  if (isClass(byte)) return 150;
  // Two words one after the other are rarer than either.
  if (byte === 32) return index === 1 || index === 2 ? 8 : 120;
  if (byte >= 97 && byte <= 122) return isUsual(byte) ? 45 : 15;
  if (isDigit(byte)) return 20;
  if (byte >= 45 && byte <= 58) return 10;
  return 5;
}

/** e t a o i n s r */
function isUsual(byte: u8): bool {
  return (
    byte === 101 ||
    byte === 116 ||
    byte === 97 ||
    byte === 111 ||
    byte === 105 ||
    byte === 110 ||
    byte === 115 ||
    byte === 114
  );
}

/** Puts the owners of the needles between `start` and `end` into `FOUND`; returns how many. */
export function collect(start: usize, end: usize): i32 {
  line++;
  found = 0;
  const last = end - 1;
  for (let at = start; at < last; at++) {
    const bytes = load<u32>(at);
    const hash = hashOf(bytes);
    if ((load<u8>(GRAMS + (hash >> 3)) & bitOf(hash)) !== 0)
      take(GRAM_HEADS + ((<usize>(hash >> 3)) << 1), at, start, end);
    if ((load<u8>(PAIRS + (bytes & 0xffff)) & load<u8>(THIRDS + ((bytes >> 16) & 0xff))) !== 0)
      take(PAIR_HEADS + ((<usize>(bytes & 0xffff)) << 1), at, start, end);
  }
  return found;
}

function take(head: usize, at: usize, start: usize, end: usize): void {
  let node = <usize>load<u16>(head);
  while (node !== 0) {
    const entry = NEEDLES + <usize>load<u16>(NODES + node * NODE_SIZE) * NEEDLE_SIZE;
    node = <usize>load<u16>(NODES + node * NODE_SIZE, 2);
    const owner = load<u16>(entry);
    const seen = SEEN + ((<usize>owner) << 2);
    if (load<u32>(seen) === line) continue;
    const from = at - load<u8>(entry, 2);
    if (from < start || !stands(<usize>load<u32>(entry, 4), load<u8>(entry, 3), from, start, end)) continue;
    store<u32>(seen, line);
    store<u16>(FOUND + ((<usize>found) << 1), owner);
    found++;
  }
}

/** True where the needle stands at `from` in the line. */
function stands(needle: usize, length: usize, from: usize, start: usize, end: usize): bool {
  let at = from;
  for (let index: usize = 0; index < length; index++) {
    const byte = load<u8>(needle + index);
    if (byte === EXTENSION) {
      if (!isBehindExtension(start, at + 1)) return false;
    } else if (isClass(byte)) {
      if (at >= end || !isDigit(load<u8>(at)) || (byte === POSITIVE && load<u8>(at) === 48)) return false;
      if (byte === DIGITS) while (at + 1 < end && isDigit(load<u8>(at, 1))) at++;
    } else if (at >= end || load<u8>(at) !== byte) return false;
    at++;
  }
  return true;
}

/** `.ts`: a dot, word characters. */
function isBehindExtension(start: usize, end: usize): bool {
  let at = end;
  while (at > start && isWord(load<u8>(at - 1))) at--;
  return at > start && at < end && load<u8>(at - 1) === 0x2e;
}
