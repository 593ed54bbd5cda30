import { indentOf } from './indentation.js';
import type { TextEdit } from './operation.js';
import { writtenLines } from './text-lines.js';

/**
 * What `placeHunks` makes of an edit whose quoted lines stand in a file to the letter and once, found without a look at
 * each line: an answer may hold thousands of edits of one large file. Null where it is not as plain as that.
 */
export function placeExactly(
  { oldText, newText }: Pick<TextEdit, 'oldText' | 'newText'>,
  text: string,
): string | null {
  const quoted = writtenLines(oldText);
  const wanted = writtenLines(newText);
  const isPlain =
    text.endsWith('\n') &&
    !text.startsWith('\ufeff') &&
    ![text, oldText, newText].some((each) => each.includes('\r'));
  // Indented lines, of which the quote shows none, are written as the file's other lines are.
  const showsStyle = quoted.some(isIndented) || !wanted.some(isIndented);
  if (!isPlain || !showsStyle || quoted.every((line) => line.trim() === '')) return null;
  const [start = -1, ...more] = placesOf(`${quoted.join('\n')}\n`, text);
  if (start < 0 || more.length > 0) return null;
  const end = start + quoted.join('\n').length + 1;
  return text.slice(0, start) + wanted.map((line) => `${line}\n`).join('') + text.slice(end);
}

const isIndented = (line: string): boolean => line.trim() !== '' && indentOf(line) !== '';

/** The first two places of whole lines. */
function placesOf(lines: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(lines); at >= 0 && places.length < 2; at = text.indexOf(lines, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') places.push(at);
  }
  return places;
}
