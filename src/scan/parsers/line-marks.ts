import { DIGIT, DIGITS } from '../needle.js';

/** A line number behind a colon: the rarest literal of `path:12`. */
export const COLON_DIGIT: readonly string[] = [':1', ':2', ':3', ':4', ':5', ':6', ':7', ':8', ':9'];
/** The end of a place in brackets, `path:12)`. */
export const DIGIT_BRACKET: readonly string[] = [`:${DIGITS})`];
/** A numbered entry, `1) name`. */
export const NUMBERED: readonly string[] = [`${DIGIT}) `];
/** The end of a code in small letters, `[no-name]`. */
export const CODE_BRACKET: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz'].map(
  (letter) => `${letter}]`,
);
