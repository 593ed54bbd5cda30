import { DIGIT, DIGITS, EXTENSION, POSITIVE } from '../needle.js';

/** A line number behind a file's extension, or behind a method of a class. */
export const EXTENSION_LINE: readonly string[] = [`${EXTENSION}:${POSITIVE}`];
/** Line and column at the end of a place in brackets, `path:12:5)`. */
export const COLUMN_BRACKET: readonly string[] = [`${DIGITS}:${DIGITS})`];
/** A numbered entry, `1) name`. */
export const NUMBERED: readonly string[] = [`${DIGIT}) `];
/** A name in capitals, `[NO_NAME]`: what stands behind its first underscore. */
export const CAPITAL_NAME: readonly string[] = [...'_ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(
  (letter) => `_${letter}`,
);
/** The end of a code in small letters, `[no-name]`. */
export const CODE_BRACKET: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz'].map(
  (letter) => `${letter}]`,
);
