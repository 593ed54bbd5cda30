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
export const CLUE_RULES: readonly ClueRule[] = [...DECISIVE_CLUES, ...SUPPORTING_CLUES];

/** `hits` are indexes into `CLUE_RULES`, ascending: the only rules that the line may match. */
export function clueOf(line: RunnerLine, hits: readonly number[]): Clue | null {
  const hit = hits.find((index) => CLUE_RULES[index]?.pattern.test(line.text));
  const rule = hit === undefined ? undefined : CLUE_RULES[hit];
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
  return CLUE_RULES.indexOf(clue.rule);
}
