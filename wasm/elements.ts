/** In a needle: any digit; one or more digits, as many as there are; any but 0; in front, the end of a file's extension. */
export const DIGIT: u8 = 1;
export const DIGITS: u8 = 2;
export const EXTENSION: u8 = 3;
export const POSITIVE: u8 = 4;
/** In front: the line begins here. */
export const START: u8 = 5;
/** What stands behind a needle. */
export const ANY: u8 = 0;

/** The element so many places behind the byte at index `from`; of what may be of any length that byte is the last. */
export function elementAt(needle: usize, length: u32, from: u32, places: u32): u8 {
  const index = from + places;
  if (index >= length) return ANY;
  for (let each = from + 1; each < index; each++) if (load<u8>(needle + each) === DIGITS) return ANY;
  return load<u8>(needle + index);
}

export function isClass(byte: u8): bool {
  return byte === DIGIT || byte === DIGITS || byte === POSITIVE;
}

export function lowest(element: u8): u32 {
  return element === POSITIVE ? 49 : isClass(element) ? 48 : <u32>element;
}

export function highest(element: u8): u32 {
  return element === ANY ? 255 : isClass(element) ? 57 : <u32>element;
}

/** How many known bytes stand one after the other from `index` on, at most four. */
export function knownFrom(at: usize, length: u32, index: u32): u32 {
  let end = index;
  while (end < length && end < index + 4 && load<u8>(at + end) > POSITIVE) end++;
  return end - index;
}

/** True where what stands in front of `index` may be of any length. */
export function hasDigits(needle: usize, index: u32): bool {
  for (let before: u32 = 0; before < index; before++) if (load<u8>(needle + before) === DIGITS) return true;
  return false;
}
