import { isDigit, isWord } from './bytes';
import {
  ANY,
  DIGITS,
  EXTENSION,
  elementAt,
  hasDigits,
  highest,
  isClass,
  knownFrom,
  lowest,
  POSITIVE,
  START,
} from './elements';
import {
  FOUND,
  GRAM_HEADS,
  GRAMS,
  MAX_NODES,
  NEEDLE_SIZE,
  NEEDLES,
  NODE_SIZE,
  NODES,
  PAIR_HEADS,
  PAIRS,
  SEEN,
  START_HEADS,
  THIRDS,
} from './layout';
import { frequencyOf, pairsOf } from './usual-bytes';

const NOWHERE: u32 = u32.MAX_VALUE;

let needles: u32 = 0;
let nodes: u32 = 0;
let line: u32 = 0;
let found: i32 = 0;

/**
 * Makes the `length` bytes at `at`, which stay there, a needle of `owner`. It is looked for by the four bytes of it that are
 * the least usual in logs, at every second place of the line; where it has none for even and odd places, by two or three
 * bytes at every place.
 */
export function addNeedle(owner: u32, at: usize, length: u32): void {
  const isFirst = load<u8>(at) === START;
  const needle = isFirst ? at + 1 : at;
  const size = isFirst ? length - 1 : length;
  const entry = NEEDLES + <usize>++needles * NEEDLE_SIZE;
  store<u16>(entry, <u16>owner);
  store<u16>(entry, <u16>size, 2);
  store<u32>(entry, <u32>needle, 4);
  const even = gramIn(needle, size, 0);
  const odd = gramIn(needle, size, 1);
  if (isFirst) addStarts(needle, size);
  else if (even !== NOWHERE && odd !== NOWHERE) {
    addGram(needle, size, even);
    addGram(needle, size, odd);
  } else addPairs(needle, size, pairIn(needle, size));
}

function addStarts(needle: usize, length: u32): void {
  const one = elementAt(needle, length, 0, 0);
  const two = elementAt(needle, length, 0, 1);
  for (let a = lowest(one); a <= highest(one); a++)
    for (let b = lowest(two); b <= highest(two); b++) addNode(headOfStart((b << 8) | a), needle, length, 0);
}

function addGram(needle: usize, length: u32, offset: u32): void {
  const hash = hashOf(load<u32>(needle + offset));
  store<u8>(GRAMS + hash, 1);
  addNode(headOfGram(hash), needle, length, offset);
}

function addPairs(needle: usize, length: u32, offset: u32): void {
  const one = elementAt(needle, length, offset, 0);
  const two = elementAt(needle, length, offset, 1);
  const three = elementAt(needle, length, offset, 2);
  const group: u8 = three === ANY ? 128 : <u8>((<u32>1) << ((<u32>one * 5 + two) % 7));
  for (let a = lowest(one); a <= highest(one); a++)
    for (let b = lowest(two); b <= highest(two); b++) {
      const pair = (b << 8) | a;
      store<u8>(PAIRS + pair, load<u8>(PAIRS + pair) | group);
      addNode(headOfPair(pair), needle, length, offset);
    }
  for (let c = lowest(three); c <= highest(three); c++) store<u8>(THIRDS + c, load<u8>(THIRDS + c) | group);
}

/** Puts the newest needle in front of a list, with the bits by which it can be told from most others. */
function addNode(head: usize, needle: usize, length: u32, offset: u32): void {
  if (++nodes >= MAX_NODES) unreachable();
  let bits: u32 = 0;
  let mask: u32 = 0;
  for (let index: u32 = 0; index < 4; index++) {
    const element = elementAt(needle, length, offset, index);
    const known: u32 = element === ANY ? 0 : isClass(element) ? 0xf0 : 0xff;
    mask |= known << (index << 3);
    bits |= ((isClass(element) ? 48 : <u32>element) & known) << (index << 3);
  }
  const node = NODES + <usize>nodes * NODE_SIZE;
  store<u16>(node, <u16>needles);
  store<u16>(node, load<u16>(head), 2);
  store<u32>(node, bits, 4);
  store<u32>(node, mask, 8);
  store<u32>(node, offset, 12);
  store<u16>(head, <u16>nodes);
}

/** 16 bits (Knuth's multiplicative hash). */
function hashOf(gram: u32): u32 {
  return (gram * 0x9e3779b1) >> 16;
}

function headOfGram(hash: u32): usize {
  return GRAM_HEADS + ((<usize>(hash >> 2)) << 1);
}

function headOfPair(pair: u32): usize {
  return PAIR_HEADS + ((<usize>pair) << 1);
}

function headOfStart(pair: u32): usize {
  return START_HEADS + ((<usize>(pair * 0x9e3779b1) >> 20) << 1);
}

/** Where the four known bytes begin that are the least usual in logs, at an even or odd offset; `NOWHERE` without any. */
function gramIn(needle: usize, length: u32, parity: u32): u32 {
  let best = NOWHERE;
  let least: u32 = u32.MAX_VALUE;
  for (let index = parity; index + 3 < length; index += 2) {
    if (hasDigits(needle, index)) break;
    if (knownFrom(needle, length, index) < 4) continue;
    const gram = load<u32>(needle + index);
    const usual = (frequencyOf(gram) << 16) + (lengthOf(headOfGram(hashOf(gram))) << 10) + pairsOf(gram);
    if (usual >= least) continue;
    least = usual;
    best = index;
  }
  return best;
}

function lengthOf(head: usize): u32 {
  let length: u32 = 0;
  for (let node = <usize>load<u16>(head); node !== 0; node = <usize>load<u16>(NODES + node * NODE_SIZE, 2))
    length++;
  return min(length, 63);
}

/** Where the two or three elements begin that are the least usual. */
function pairIn(needle: usize, length: u32): u32 {
  let best: u32 = 0;
  let least: u32 = u32.MAX_VALUE;
  for (let index: u32 = load<u8>(needle) === EXTENSION ? 1 : 0; index + 1 < length; index++) {
    if (hasDigits(needle, index)) break;
    const three = <u32>elementAt(needle, length, index, 2);
    const two = <u32>elementAt(needle, length, index, 1);
    if (two === ANY) break;
    const usual = frequencyOf((three << 16) | (two << 8) | elementAt(needle, length, index, 0));
    if (usual >= least) continue;
    least = usual;
    best = index;
  }
  return best;
}

/** Puts the owners of the needles between `start` and `end` into `FOUND`; returns how many. */
export function collect(start: usize, end: usize): i32 {
  line++;
  found = 0;
  const last = end - 1;
  if (start < last) take(headOfStart(load<u16>(start)), start, start, end);
  for (let at = start; at < last; at += 2) {
    const bytes = load<u32>(at);
    const hash = hashOf(bytes);
    const gram = load<u8>(GRAMS + hash);
    const pair = load<u8>(PAIRS + (bytes & 0xffff)) & load<u8>(THIRDS + ((bytes >> 16) & 0xff));
    const next = load<u8>(PAIRS + ((bytes >> 8) & 0xffff)) & load<u8>(THIRDS + (bytes >> 24));
    if ((gram | pair | next) === 0) continue;
    if (gram !== 0) take(headOfGram(hash), at, start, end);
    if (pair !== 0) take(headOfPair(bytes & 0xffff), at, start, end);
    if (next !== 0) take(headOfPair((bytes >> 8) & 0xffff), at + 1, start, end);
  }
  return found;
}

function take(head: usize, at: usize, start: usize, end: usize): void {
  const bytes = load<u32>(at);
  let index = <usize>load<u16>(head);
  while (index !== 0) {
    const node = NODES + index * NODE_SIZE;
    index = <usize>load<u16>(node, 2);
    if (((bytes ^ load<u32>(node, 4)) & load<u32>(node, 8)) !== 0) continue;
    const entry = NEEDLES + <usize>load<u16>(node) * NEEDLE_SIZE;
    const owner = load<u16>(entry);
    const seen = SEEN + ((<usize>owner) << 2);
    if (load<u32>(seen) === line) continue;
    const needle = <usize>load<u32>(entry, 4);
    const offset = <usize>load<u32>(node, 12);
    const from = (load<u8>(needle + offset) === DIGITS ? firstDigit(at, start) : at) - offset;
    if (from < start || !stands(needle, load<u16>(entry, 2), from, start, end)) continue;
    store<u32>(seen, line);
    store<u16>(FOUND + ((<usize>found) << 1), owner);
    found++;
  }
}

function firstDigit(at: usize, start: usize): usize {
  let first = at;
  while (first > start && isDigit(load<u8>(first - 1))) first--;
  return first;
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
