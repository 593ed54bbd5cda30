import type { RuleFinding } from '../../src/domain/rule-finding.js';
import { judgePatch } from '../../src/policy/judge-patch.js';
import { effectOf, readDiff } from '../../src/policy/patch/read-diff.js';
import { scanLog } from '../../src/scan/scan-log.js';
import { changesOf, type LabelledPatch, type PatchSet, readLabelledPatches } from './labelled-patches.js';

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

type Judge = (one: LabelledPatch) => readonly RuleFinding[];

export const judgeLabelled: Judge = (one) => judge(one, { repo: true, log: true });

/** What is at hand beside the diff: a folder that the patch is for, the log of the failure, both or neither. */
export const MODES: Readonly<Record<'repo and log' | 'repo alone' | 'log alone' | 'diff alone', Judge>> = {
  'repo and log': judgeLabelled,
  'repo alone': (one) => judge(one, { repo: true, log: false }),
  'log alone': (one) => judge(one, { repo: false, log: true }),
  'diff alone': (one) => judge(one, { repo: false, log: false }),
};

export type Mode = keyof typeof MODES;

function judge(
  one: LabelledPatch,
  { repo, log }: { readonly repo: boolean; readonly log: boolean },
): readonly RuleFinding[] {
  const repositoryFiles = repo ? Object.keys(one.base) : null;
  return judgePatch({
    files: repo ? changesOf(one) : readDiff(one.patch).flatMap((file) => effectOf(file, null).files),
    related: new Map(repo ? Object.entries(one.base) : []),
    classes: [],
    log: log ? { text: one.log, scan: scanLog({ log: one.log, repositoryFiles }) } : { text: '', scan: null },
  });
}

export function worstOf(findings: readonly RuleFinding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'reject')) return 'reject';
  return findings.length > 0 ? 'escalate' : 'allow';
}

export function scorePatches(set: PatchSet, mode: Mode = 'repo and log'): PatchScore {
  const judged = readLabelledPatches(set).map((one) => ({ one, findings: MODES[mode](one) }));
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
