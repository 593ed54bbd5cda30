import type { RuleFinding } from '../domain/rule-finding.js';
import { type PatchToView, viewPatch } from './patch/patch-view.js';
import { alwaysEqual } from './rules/always-equal.js';
import { changedDependencies } from './rules/changed-dependencies.js';
import { changedExpectation } from './rules/changed-expectation.js';
import { disabledTests } from './rules/disabled-tests.js';
import { earlyExit } from './rules/early-exit.js';
import { guttedFunctions } from './rules/gutted-functions.js';
import { leakedEnvironment } from './rules/leaked-environment.js';
import { loosenedConfig } from './rules/loosened-config.js';
import { lostRefusals } from './rules/lost-refusals.js';
import { mockedSubject } from './rules/mocked-subject.js';
import { oversizedPatch } from './rules/oversized-patch.js';
import { regeneratedSnapshots } from './rules/regenerated-snapshots.js';
import { removedTests } from './rules/removed-tests.js';
import type { Rule } from './rules/rule.js';
import { runnerTampering } from './rules/runner-tampering.js';
import { specialCase } from './rules/special-case.js';
import { suppression } from './rules/suppression.js';
import { swallowedErrors } from './rules/swallowed-errors.js';
import { testDetection } from './rules/test-detection.js';
import { timingChanges } from './rules/timing-changes.js';
import { toldComparison } from './rules/told-comparison.js';
import { touchedAssertions } from './rules/touched-assertions.js';
import { weakenedCi } from './rules/weakened-ci.js';
import { weakerAssertions } from './rules/weaker-assertions.js';

/** In the order in which they speak. */
const RULES: readonly Rule[] = [
  weakenedCi,
  runnerTampering,
  removedTests,
  disabledTests,
  earlyExit,
  weakerAssertions,
  touchedAssertions,
  changedExpectation,
  alwaysEqual,
  testDetection,
  specialCase,
  toldComparison,
  suppression,
  loosenedConfig,
  swallowedErrors,
  mockedSubject,
  guttedFunctions,
  lostRefusals,
  timingChanges,
  regeneratedSnapshots,
  changedDependencies,
  leakedEnvironment,
  oversizedPatch,
];

/**
 * What speaks against a patch as a fake pass, what rejects it first, by the rules of static reading alone: no code is run. Pure; linear in the
 * size of the patch. Only what the patch adds counts.
 */
export function judgePatch(patch: PatchToView): readonly RuleFinding[] {
  const view = viewPatch(patch);
  const findings = RULES.flatMap((rule) => rule(view));
  const [rejects, others] = [findings.filter(isReject), findings.filter((each) => !isReject(each))];
  const places = new Set<string>();
  return [...rejects, ...others].filter(({ rule, path, line }) => {
    // What a rule says twice of one place is one thing.
    const place = `${rule} ${path} ${line}`;
    const isNew = !places.has(place);
    places.add(place);
    return isNew;
  });
}

const isReject = ({ verdict }: RuleFinding): boolean => verdict === 'reject';
