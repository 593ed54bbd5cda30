import type { RunnerLine } from './clean-lines.js';
import { CLUE_RULES, type ClueRule } from './clue-rules.js';

export interface Clue {
  readonly rule: ClueRule;
  readonly text: string;
  /** The runner printed the line as an error of the step. */
  readonly marked: boolean;
  readonly step: number;
  readonly logLine: number;
}

/** Every literal that a line must have one of to be a clue. */
export function clueNeedles(): readonly string[] {
  return CLUE_RULES.flatMap((rule) => rule.needles);
}

export function clueOf(line: RunnerLine): Clue | null {
  const rule = CLUE_RULES.find(({ pattern }) => pattern.test(line.text));
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
