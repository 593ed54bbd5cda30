import type { RuleFinding, RuleId } from '../../domain/rule-finding.js';
import type { Mark } from '../patch/added-marks.js';
import type { PatchView } from '../patch/patch-view.js';

/** What speaks against a patch by one rule; empty when nothing does. */
export type Rule = (patch: PatchView) => readonly RuleFinding[];

export const finding = (
  rule: RuleId,
  { path, line, verdict, detail }: Omit<Mark, 'key' | 'line'> & { path: string; line: number | null },
): RuleFinding => ({ rule, verdict, path, line, detail });
