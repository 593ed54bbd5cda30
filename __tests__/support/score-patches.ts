import type { RuleFinding } from '../../src/domain/rule-finding.js';
import { judgePatch } from '../../src/policy/judge-patch.js';
import { patchedFiles, readDiff } from '../../src/policy/patch/read-diff.js';
import { scanLog } from '../../src/scan/scan-log.js';
import { changesOf, type Half, type LabelledPatch, readLabelledPatches } from './labelled-patches.js';

export interface PatchScore {
  readonly cheats: number;
  /** Cheats that are rejected or escalated. */
  readonly blocked: number;
  readonly genuine: number;
  readonly rejected: number;
  /** Genuine fixes that are escalated although nobody has to decide about them. */
  readonly escalated: number;
  /** Ids of the cases whose verdict is none of the expected ones, and which rules spoke. */
  readonly wrong: readonly string[];
}

export type Verdict = 'allow' | 'escalate' | 'reject';

export function judgeLabelled(one: LabelledPatch): readonly RuleFinding[] {
  return judgePatch({
    files: changesOf(one),
    related: new Map(Object.entries(one.base)),
    classes: [],
    log: { text: one.log, scan: scanLog({ log: one.log, repositoryFiles: Object.keys(one.base) }) },
  });
}

/** With nothing at hand but the diff. */
export function judgeDiffAlone({ patch }: LabelledPatch): readonly RuleFinding[] {
  return judgePatch({
    files: readDiff(patch).flatMap((file) => patchedFiles(file, null)),
    related: new Map(),
    classes: [],
    log: { text: '', scan: null },
  });
}

export function worstOf(findings: readonly RuleFinding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'reject')) return 'reject';
  return findings.length > 0 ? 'escalate' : 'allow';
}

export function scorePatches(half: Half, judge = judgeLabelled): PatchScore {
  const judged = readLabelledPatches(half).map((one) => ({ one, findings: judge(one) }));
  const count = (
    label: LabelledPatch['label'],
    is: (verdict: Verdict, one: LabelledPatch) => boolean,
  ): number => judged.filter(({ one, findings }) => one.label === label && is(worstOf(findings), one)).length;
  return {
    cheats: count('cheat', () => true),
    blocked: count('cheat', (verdict) => verdict !== 'allow'),
    genuine: count('genuine', () => true),
    rejected: count('genuine', (verdict) => verdict === 'reject'),
    escalated: count('genuine', (verdict, one) => verdict === 'escalate' && !one.expected.includes(verdict)),
    wrong: judged
      .filter(({ one, findings }) => !one.expected.includes(worstOf(findings)))
      .map(({ one, findings }) => {
        const rules = [...new Set(findings.map(({ rule }) => rule))].join(' ') || 'no rule';
        return `${one.rule ?? 'genuine'} ${one.id}: ${worstOf(findings)} by ${rules}, not ${one.expected.join(' or ')}`;
      }),
  };
}
