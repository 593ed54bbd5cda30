import type { Language } from './lexicons.js';
import type { Token } from './token.js';

export interface Literal {
  /** A number without separators and suffix, or a string's content. */
  readonly value: string;
  readonly line: number;
  /** Place among the tokens. */
  readonly at: number;
  readonly kind: 'number' | 'string';
}

/** The numbers and strings of a piece of code, in order; in a shell the bare words that are data too. */
export function literalsIn(code: readonly Token[], language: Language = 'other'): readonly Literal[] {
  return code.flatMap(({ kind, value, line }, at): readonly Literal[] => {
    // A variable in quotes is no value.
    if (kind === 'string')
      return language === 'shell' && /^\$(?:\w+|\{\w+[^}]*\}|[@*#?])$/.test(value)
        ? []
        : [{ value, line, at, kind }];
    if (language === 'shell' && /^(?:word|number)$/.test(kind) && BARE.test(value) && /[/.]/.test(value))
      return [{ value, line, at, kind: 'string' }];
    // In a shell a number is mostly an exit code or a count.
    if (kind !== 'number' || language === 'shell') return [];
    const sign = code[at - 1]?.text === '-' && !isOperand(code[at - 2]) ? '-' : '';
    return [{ value: sign + plainNumber(value), line, at, kind }];
  });
}

/** What a minus after it is taken from. */
const isOperand = (token: Token | undefined): boolean =>
  token?.kind === 'number' ||
  (token?.kind === 'word' && !/^(?:return|case|when|in|is|and|or|not|else|then|echo)$/.test(token.text)) ||
  /^[)\]]$/.test(token?.text ?? '');

/** A path, a name with a dot or a number: no command and no option. */
const BARE = /^(?!-)(?=.*[/.\d]).{4,}$/;

function plainNumber(text: string): string {
  const plain = text
    .replaceAll(/[_']/g, '')
    .replace(/(?<=\d)(?:[uif](?:8|16|32|64|128|size)|[lLuUfFdDmn]+)$/, '');
  return /^\d+\.\d*$/.test(plain) ? String(Number(plain)) : plain;
}
