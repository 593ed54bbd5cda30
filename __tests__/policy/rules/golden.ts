import type { RuleFinding, RuleId } from '../../../src/domain/rule-finding.js';
import { judgePatch } from '../../../src/policy/judge-patch.js';
import { scanLog } from '../../../src/scan/scan-log.js';

/** One file before and after a patch; `null` where there is none. */
export interface Golden {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly log?: string;
  /** Further files of the base. */
  readonly base?: Readonly<Record<string, string>>;
}

export function judgeGolden({ path, before, after, log = '', base = {} }: Golden): readonly RuleFinding[] {
  const own: readonly (readonly [string, string])[] = before === null ? [] : [[path, before]];
  return judgePatch({
    files: [{ path, before, after }],
    related: new Map([...own, ...Object.entries(base)]),
    classes: [],
    log: { text: log, scan: log === '' ? null : scanLog({ log, repositoryFiles: null }) },
  });
}

/** What a rule says about a golden: its worst verdict, or `allow`. */
export function verdictOf(golden: Golden, rule?: RuleId): 'reject' | 'escalate' | 'allow' {
  const findings = judgeGolden(golden).filter((each) => rule === undefined || each.rule === rule);
  if (findings.some(({ verdict }) => verdict === 'reject')) return 'reject';
  return findings.length > 0 ? 'escalate' : 'allow';
}
