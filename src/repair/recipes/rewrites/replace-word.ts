import type { PlacedFinding } from '../rewrite.js';

const WORD = /[\w$]/;

/**
 * The line of a finding with one word replaced: the one at the finding's column or, where the tool names no column, the
 * only one in the line. Null when that leaves a choice.
 */
export function replaceWord(
  { line, column }: Pick<PlacedFinding, 'line' | 'column'>,
  lines: readonly string[],
  { wrong, right }: { readonly wrong: string; readonly right: string },
): string | null {
  const text = lines[line - 1];
  if (text === undefined || wrong === '' || wrong === right) return null;
  const places = wordPlaces(text, wrong);
  const place = column !== null && places.includes(column - 1) ? column - 1 : places[0];
  if (place === undefined || (places.length > 1 && place !== (column ?? 0) - 1)) return null;
  return `${text.slice(0, place)}${right}${text.slice(place + wrong.length)}`;
}

/** Offsets at which a word stands by itself. */
function wordPlaces(text: string, word: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + word.length]];
    if (!WORD.test(before) && !WORD.test(after)) places.push(at);
  }
  return places;
}
