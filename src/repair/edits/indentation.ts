/** How the indentation of real lines differs from the quoted ones; the same for all lines of a place. */
export type Shift =
  | { readonly kind: 'none' }
  | { readonly kind: 'deeper'; readonly by: string }
  | { readonly kind: 'shallower'; readonly by: string }
  /** One tab in the file for each `width` blanks of the quote, or the reverse. */
  | { readonly kind: 'to-tabs' | 'to-blanks'; readonly width: number };

const WIDTHS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const isBlank = (line: string): boolean => line.trim() === '';

/** The one shift that turns the indentation of every quoted line into that of its real line; null when there is none. */
export function findShift(quoted: readonly string[], real: readonly string[]): Shift | null {
  const pairs = quoted.flatMap((line, index) =>
    isBlank(line) ? [] : [{ quoted: line, real: real[index] ?? '' }],
  );
  const [first] = pairs;
  if (first === undefined) return { kind: 'none' };
  const from = indentOf(first.quoted);
  const to = indentOf(first.real);
  const candidates: readonly Shift[] = [
    { kind: 'none' },
    ...(to.endsWith(from) ? [{ kind: 'deeper', by: to.slice(0, to.length - from.length) } as const] : []),
    ...(from.endsWith(to)
      ? [{ kind: 'shallower', by: from.slice(0, from.length - to.length) } as const]
      : []),
    ...WIDTHS.map((width) => ({ kind: 'to-tabs', width }) as const),
    ...WIDTHS.map((width) => ({ kind: 'to-blanks', width }) as const),
  ];
  const fits = (shift: Shift): boolean =>
    pairs.every((pair) => {
      const shifted = shiftLine(pair.quoted, shift);
      return shifted !== null && indentOf(shifted) === indentOf(pair.real);
    });
  return candidates.find(fits) ?? null;
}

/** A line with its indentation shifted; null when it is too shallow for that. Blank lines stay as they are. */
export function shiftLine(line: string, shift: Shift): string | null {
  if (isBlank(line) || shift.kind === 'none') return line;
  if (shift.kind === 'deeper') return shift.by + line;
  if (shift.kind === 'shallower') return line.startsWith(shift.by) ? line.slice(shift.by.length) : null;
  const indent = indentOf(line);
  const blanks = ' '.repeat(shift.width);
  const shifted =
    shift.kind === 'to-tabs' ? indent.replaceAll(blanks, '\t') : indent.replaceAll('\t', blanks);
  return shifted + line.slice(indent.length);
}

/**
 * How new lines have to be shifted to be indented as the file is, when it has one way only and they have the other.
 * Blanks are told from tabs by the indents of the file; the width of a level is that of the new lines' narrowest.
 */
export function styleShift(inFile: readonly string[], added: readonly string[]): Shift {
  const inAdded = added.flatMap((line) => (isBlank(line) || indentOf(line) === '' ? [] : [indentOf(line)]));
  if (inAdded.length === 0 || inFile.length === 0) return { kind: 'none' };
  if (inFile.every((indent) => /^\t+ ?$/.test(indent)) && inAdded.every((indent) => /^ +$/.test(indent))) {
    const width = commonWidth(inAdded);
    return width < 2 || width > 8 ? { kind: 'none' } : { kind: 'to-tabs', width };
  }
  if (inFile.every((indent) => /^ +$/.test(indent)) && inAdded.every((indent) => /^\t+$/.test(indent))) {
    const width = commonWidth(inFile);
    return width < 2 || width > 8 ? { kind: 'none' } : { kind: 'to-blanks', width };
  }
  return { kind: 'none' };
}

function commonWidth(indents: readonly string[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return indents.reduce((sum, indent) => divisor(sum, indent.length), 0);
}
