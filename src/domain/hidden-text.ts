/** Bidirectional controls: they make text look different from what a compiler reads (CVE-2021-42574). */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** False for text with half a surrogate pair, which UTF-8 cannot write. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Names what new text may not bring in: NUL, half a surrogate pair, a bidirectional control. Null when it is plain. */
export function hiddenTextIn(text: string): string | null {
  if (text.includes('\0')) return 'a NUL character';
  if (!isWellFormed(text)) return 'half a surrogate pair';
  if (BIDI.test(text)) return 'a bidirectional control character';
  return null;
}
