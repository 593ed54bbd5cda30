import { pairBrackets } from './brackets.js';
import { type FlatCode, flattenCode } from './flat-code.js';
import { type FunctionExtent, findFunctions } from './functions.js';
import { languageOf } from './language-of.js';
import type { Language } from './lexicons.js';
import type { Token } from './token.js';
import { tokenize } from './tokenize.js';

/** A text as rules see it: code without comments, comments without code, and how the code hangs together. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly code: readonly Token[];
  readonly flat: FlatCode;
  readonly comments: readonly Token[];
  /** For each bracket in `code` the place of its partner, else -1. */
  readonly partner: Int32Array;
  /** In the order in which they begin. */
  readonly functions: readonly FunctionExtent[];
}

export function readSource(path: string, text: string): Source {
  const language = languageOf(path, text);
  const tokens = tokenize(text, language);
  const code = tokens.filter(({ kind }) => kind !== 'comment');
  const partner = pairBrackets(code);
  return {
    path,
    text,
    language,
    code,
    flat: flattenCode(code),
    partner,
    comments: tokens.filter(({ kind }) => kind === 'comment'),
    functions: findFunctions(code, partner, language),
  };
}
