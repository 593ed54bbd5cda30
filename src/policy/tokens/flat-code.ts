import type { Token } from './token.js';

/** Code as one text on which patterns are matched token by token: comments are gone, white space is one sign. */
export interface FlatCode {
  /** Tokens between spaces, or line feeds where a line begins. A string is `"its content"` with `·` for white space. */
  readonly text: string;
  /** Offset at which each token begins. */
  readonly offsets: readonly number[];
}

/** Longer strings are data; their first characters say what they are. */
const LONGEST_STRING = 200;

export function flattenCode(code: readonly Token[]): FlatCode {
  const offsets: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const token of code) {
    const shown = token.kind === 'string' ? `"${oneWord(token.value)}"` : token.text;
    const part = `${token.first ? '\n' : ' '}${shown}`;
    offsets.push(length + 1);
    parts.push(part);
    length += part.length;
  }
  return { text: `${parts.join('')} `, offsets };
}

const oneWord = (value: string): string =>
  value.slice(0, LONGEST_STRING).replaceAll(/\s/g, '·').replaceAll('"', "'");

/** Place of the token that holds an offset. */
export function tokenAt({ offsets }: FlatCode, offset: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
