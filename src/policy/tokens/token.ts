export type TokenKind = 'word' | 'number' | 'string' | 'regex' | 'comment' | 'mark';

/** A piece of a program's text, without the white space between. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** A string's content without its quotes; the text of every other kind. */
  readonly value: string;
  /** 1-based line of its first character. */
  readonly line: number;
  /** Characters before it on its line. */
  readonly column: number;
  /** True for the first token of a line. */
  readonly first: boolean;
}
