import { type Rejection, type RejectionCode, rejection } from '../../domain/rejection.js';
import type { RuleFinding, RuleId } from '../../domain/rule-finding.js';

/** What a finding of each rule is called to the proposer. */
const CODES: Readonly<Record<RuleId, RejectionCode>> = {
  'S-CI': 'ci-weakened',
  'S-RUN': 'runner-tampering',
  'S-DEL': 'test-removed',
  'S-SKIP': 'test-disabled',
  'S-EXIT': 'early-exit',
  'S-ASSERT': 'assertion-weakened',
  'S-EXPECT': 'assertion-weakened',
  'S-EQ': 'comparison-override',
  'S-ENV': 'test-detection',
  'S-SPECIAL': 'special-case',
  'S-SUPP': 'suppression',
  'S-CONF': 'config-loosened',
  'S-SWALLOW': 'error-swallowed',
  'S-MOCK': 'subject-mocked',
  'S-GUT': 'error-swallowed',
  'S-TIME': 'config-loosened',
  'S-SNAP': 'test-removed',
  'S-DEP': 'config-loosened',
  'S-LEAK': 'protected-path',
  'S-SIZE': 'too-large',
};

/** Tells rule, place and reason, and not how the rule looks. */
export function rejectionOf({ rule, path, line, detail }: RuleFinding): Rejection {
  const place = line === null ? path : `${path}:${line}`;
  return rejection(CODES[rule], `${rule}, ${place}: ${detail}`);
}
