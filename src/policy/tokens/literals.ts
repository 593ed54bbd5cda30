import type { Token } from './token.js';

export interface Literal {
  /** A number without separators and suffix, or a string's content. */
  readonly value: string;
  readonly line: number;
  /** Place among the tokens. */
  readonly at: number;
  readonly kind: 'number' | 'string';
}

/** The numbers and strings of a piece of code, in order. */
export function literalsIn(code: readonly Token[]): readonly Literal[] {
  return code.flatMap(({ kind, value, line }, at): readonly Literal[] => {
    if (kind === 'string') return [{ value, line, at, kind }];
    if (kind !== 'number') return [];
    const sign =
      code[at - 1]?.text === '-' && code[at - 2]?.kind !== 'number' && code[at - 2]?.kind !== 'word'
        ? '-'
        : '';
    return [{ value: sign + plainNumber(value), line, at, kind }];
  });
}

function plainNumber(text: string): string {
  const plain = text
    .replaceAll(/[_']/g, '')
    .replace(/(?<=\d)(?:[uif](?:8|16|32|64|128|size)|[lLuUfFdDmn]+)$/, '');
  return /^\d+\.\d*$/.test(plain) ? String(Number(plain)) : plain;
}
