import type { RunnerLine } from './clean-lines.js';
import type { ClueRule } from './clue-rule.js';
import { DECISIVE_CLUES } from './decisive-clues.js';
import { SUPPORTING_CLUES } from './supporting-clues.js';

export interface Clue {
  readonly rule: ClueRule;
  readonly text: string;
  /** The runner printed the line as an error of the step. */
  readonly marked: boolean;
  readonly step: number;
  readonly logLine: number;
}

/** In order of precedence: the first rule that any line of the failed step matches. */
const RULES: readonly ClueRule[] = [...DECISIVE_CLUES, ...SUPPORTING_CLUES];

/** Every literal that a line must have one of to be a clue. */
export function clueNeedles(): readonly string[] {
  return RULES.flatMap((rule) => rule.needles);
}

export function clueOf(line: RunnerLine): Clue | null {
  const rule = RULES.find(({ pattern }) => pattern.test(line.text));
  return rule === undefined
    ? null
    : {
        rule,
        text: line.text.trim().slice(0, 300),
        marked: line.mark === 'error',
        step: line.step,
        logLine: line.number,
      };
}

/** The rule's place in the table: lower speaks first. */
export function precedenceOf(clue: Clue): number {
  return RULES.indexOf(clue.rule);
}
