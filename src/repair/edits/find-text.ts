/** Where a wanted text lies in another: offsets of UTF-16 units, end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** An offset between CR and LF is no place where an edit may start or end. */
function splitsLineEnd(text: string, offset: number): boolean {
  return text[offset - 1] === '\r' && text[offset] === '\n';
}

/** Overlapping places count too: "aa" is in "aaa" twice. */
function placesOf(text: string, pattern: RegExp): readonly Place[] {
  const places: Place[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const place = { start: match.index, end: match.index + match[0].length };
    if (!splitsLineEnd(text, place.start) && !splitsLineEnd(text, place.end)) places.push(place);
    pattern.lastIndex = match.index + 1;
  }
  return places;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * All places of `wanted` (not empty) in `text`: byte for byte, or, when there is none, with LF and CRLF taken for the
 * same. Nothing else is ever taken for the same.
 */
export function findText(text: string, wanted: string): readonly Place[] {
  const exact = placesOf(text, new RegExp(escaped(wanted), 'g'));
  if (exact.length > 0) return exact;
  const lines = wanted.split(/\r?\n/);
  return lines.length === 1 ? [] : placesOf(text, new RegExp(lines.map(escaped).join('\\r?\\n'), 'g'));
}

/** The places that start in a line, which has a 1-based number. */
export function placesInLine(places: readonly Place[], text: string, line: number): readonly Place[] {
  let from = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', from);
    if (end < 0) return [];
    from = end + 1;
  }
  const end = text.indexOf('\n', from);
  return places.filter(({ start }) => start >= from && (end < 0 || start <= end));
}

/** 1-based number of the line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** `added` with the line ends of the text around it; text of one line, or for a file without a line end, stays as it is. */
export function withLineEndsOf(surroundings: readonly string[], added: string): string {
  if (!added.includes('\n')) return added;
  for (const text of surroundings) {
    const lineEnd = /\r?\n/.exec(text)?.[0];
    if (lineEnd !== undefined) return added.replaceAll(/\r?\n/g, lineEnd);
  }
  return added;
}
