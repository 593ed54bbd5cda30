/** A line number behind a colon: the rarest literal of `path:12`. */
export const COLON_DIGIT: readonly string[] = [':1', ':2', ':3', ':4', ':5', ':6', ':7', ':8', ':9'];
const DIGITS = [...'0123456789'];
/** The end of a place in brackets, `path(12)`. */
export const DIGIT_BRACKET: readonly string[] = DIGITS.map((digit) => `${digit})`);
/** A numbered entry, `1) name`. */
export const NUMBERED: readonly string[] = DIGITS.map((digit) => `${digit}) `);
/** The end of a code in small letters, `[no-name]`. */
export const CODE_BRACKET: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz'].map(
  (letter) => `${letter}]`,
);
