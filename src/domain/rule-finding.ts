/** The rules against fake passes, in the order in which they speak. */
export const RULE_IDS = [
  'S-CI',
  'S-RUN',
  'S-DEL',
  'S-SKIP',
  'S-EXIT',
  'S-ASSERT',
  'S-EXPECT',
  'S-EQ',
  'S-ENV',
  'S-SPECIAL',
  'S-SUPP',
  'S-CONF',
  'S-SWALLOW',
  'S-MOCK',
  'S-GUT',
  'S-TIME',
  'S-SNAP',
  'S-DEP',
  'S-LEAK',
  'S-SIZE',
] as const;

export type RuleId = (typeof RULE_IDS)[number];

/** One thing that a patch adds and that speaks against it, though the gate may pass. */
export interface RuleFinding {
  readonly rule: RuleId;
  /** `reject`: a known form of a fake pass. `escalate`: a person decides whether it is one. */
  readonly verdict: 'reject' | 'escalate';
  readonly path: string;
  /** 1-based line of the file after the patch, or before it for what the patch takes away; null for the whole file. */
  readonly line: number | null;
  /** What was found and why it counts, in one sentence. */
  readonly detail: string;
}
