import { stripVTControlCharacters } from 'node:util';

/** What a reader does not see: controls but tab and line feed, all format characters (zero-width, bidi, tags), fillers. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Surrogate}\u115f\u1160\u2028\u2029\u3164]/gu;

/** Text as a person would see it: line ends are LF, terminal sequences and invisible characters are gone. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(INVISIBLE, '');
}

/** How many characters of a text, terminal sequences apart, a person would not see. */
export function countHidden(text: string): number {
  const shown = stripVTControlCharacters(text).replaceAll('\r\n', '\n');
  return shown.length - shown.replaceAll(INVISIBLE, '').length;
}

/** One visible line of at most `width` characters. */
export function plainLine(text: string, width: number): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
