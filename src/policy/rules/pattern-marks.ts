import type { RuleFinding } from '../../domain/rule-finding.js';
import type { Mark } from '../patch/added-marks.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { Language } from '../tokens/lexicons.js';
import type { Source } from '../tokens/source.js';

/** A form that a rule looks for, in the code of the languages that have it. */
export interface PatternRow {
  readonly languages: readonly Language[];
  /** Global, on flat code (tokens/flat-code.ts): tokens between single white space. */
  readonly pattern: RegExp;
  readonly detail: string;
  readonly verdict?: RuleFinding['verdict'];
}

export const SCRIPT: readonly Language[] = ['javascript', 'typescript'];
export const JVM: readonly Language[] = ['java', 'kotlin'];

/** The places of a text where one of the rows applies. */
export function patternMarks(source: Source, rows: readonly PatternRow[]): readonly Mark[] {
  return rows
    .filter(({ languages }) => languages.includes(source.language))
    .flatMap(({ pattern, detail, verdict = 'reject' }) =>
      [...source.flat.text.matchAll(pattern)].map(({ index }) => ({
        key: detail,
        line: source.code[tokenAt(source.flat, index)]?.line ?? 1,
        verdict,
        detail,
      })),
    );
}
