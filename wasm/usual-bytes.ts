import { isDigit } from './bytes';
import { isClass } from './elements';
import { COUNTS } from './layout';

/** Learns what is usual from the text between two addresses, before needles are added. */
export function learn(start: usize, end: usize): void {
  for (let at = start; at + 4 < end; at++) {
    const gram = load<u32>(at);
    count(gram);
    count(alike(gram & 0xffff));
    count(alike(gram & 0xffffff));
  }
}

function count(bytes: u32): void {
  const at = countOf(bytes);
  store<u16>(at, load<u16>(at) + 1);
}

/** How often these two, three or four bytes stand in the text that was learnt. */
export function frequencyOf(bytes: u32): u32 {
  return load<u16>(countOf(bytes > 0xffffff ? bytes : alike(bytes)));
}

/** How often its pairs of bytes do. */
export function pairsOf(gram: u32): u32 {
  const pairs = frequencyOf(gram & 0xffff) + frequencyOf((gram >> 8) & 0xffff) + frequencyOf(gram >> 16);
  return min(pairs, 1_023);
}

function countOf(bytes: u32): usize {
  return COUNTS + ((<usize>(bytes * 0x9e3779b1) >> 17) << 1);
}

/** With one digit for all digits, and for classes of them. */
function alike(bytes: u32): u32 {
  let plain: u32 = 0;
  for (let shift: u32 = 0; shift < 24; shift += 8) {
    const byte = <u8>(bytes >> shift);
    plain |= (isClass(byte) || isDigit(byte) ? 48 : <u32>byte) << shift;
  }
  return plain;
}
