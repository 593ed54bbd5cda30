/** What a row's line must have. A needle is literal but for these; the digits of `DIGITS` are as many as there are. */
export const DIGIT = '\u0001';
export const DIGITS = '\u0002';
/** Any digit but 0. */
export const POSITIVE = '\u0004';
/** In front of a needle: it stands right behind a file's extension (`.ts`). */
export const EXTENSION = '\u0003';
/** In front of a needle: it stands at the beginning of the line, and is looked for nowhere else. */
export const START = '\u0005';

/** What has to be read when a line has one of its needles. */
export interface NeedleOwner {
  readonly needles: readonly string[];
  /** Where the line can only matter when it matches. */
  readonly pattern: RegExp | null;
}
