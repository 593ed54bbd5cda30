/** One form in which a language writes text. `open` and `hole` are sticky patterns. */
export interface StringForm {
  readonly open: RegExp;
  /** How it ends, given how it began (a raw string counts its marks). */
  readonly close: (opening: string) => string;
  /** What takes the meaning from the closing mark. */
  readonly escape: 'backslash' | 'doubled' | 'none';
  readonly multiline: boolean;
  /** Where code begins inside the text; it ends with the matching brace. */
  readonly hole: string | null;
}

/** How a language's text falls into tokens; every pattern is sticky. */
export interface Lexicon {
  readonly word: RegExp;
  readonly comment: RegExp | null;
  readonly blockComment: { readonly open: string; readonly close: string; readonly nested: boolean } | null;
  /** The characters with which one of `strings` can begin: a guard, for speed. */
  readonly stringStart: RegExp;
  readonly strings: readonly StringForm[];
  /** True when a slash may begin a regular expression. */
  readonly regex: boolean;
  /** A text that begins on the next line and ends with the captured tag on a line. */
  readonly heredoc: RegExp | null;
  /** True when code stands between `<?php` and `?>`. */
  readonly embedded: boolean;
}

const same = (opening: string): string => opening;

export const quoted = (
  mark: string,
  fields: Partial<Pick<StringForm, 'escape' | 'multiline' | 'hole'>> = {},
): StringForm => ({
  open: new RegExp(mark, 'y'),
  close: same,
  escape: 'backslash',
  multiline: false,
  hole: null,
  ...fields,
});

/** A form whose opening is longer than its end: `r"`, `R"tag(`, `%w[`. */
export const opened = (
  open: RegExp,
  close: (opening: string) => string,
  fields: Partial<Pick<StringForm, 'escape' | 'multiline' | 'hole'>> = {},
): StringForm => ({ open, close, escape: 'none', multiline: true, hole: null, ...fields });
