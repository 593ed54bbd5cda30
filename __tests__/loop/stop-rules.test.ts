import { expect, test } from '@jest/globals';
import { CHECKS_RED, type Execution } from '../../src/domain/execution.js';
import { STOP_REASONS } from '../../src/domain/outcome.js';
import type { ChecksProof } from '../../src/domain/real-checks.js';
import type { Limits } from '../../src/domain/request.js';
import type { Revision } from '../../src/domain/revision.js';
import type { Finding, Scan } from '../../src/domain/scan.js';
import { plainCommand } from '../../src/domain/shell-command.js';
import type { DeclineReason, Fact } from '../../src/ledger/entry.js';
import { currentExecution, currentRevision, fold } from '../../src/ledger/fold.js';
import { type Facts, firstStop } from '../../src/loop/stop-rules.js';

const LIMITS: Limits = {
  maxAttempts: 3,
  maxModelCalls: 6,
  maxCost: null,
  maxExecutions: 4,
  maxProposals: 2,
  repeats: 1,
  deadlineSeconds: 600,
  gateTimeoutSeconds: 300,
  maxFiles: 5,
  maxLines: 400,
};

const revision = (number: number, paths: readonly string[] = ['src/a.ts']): Revision => ({
  revisionId: `r${number}`,
  number,
  parentRevisionId: null,
  commit: `c${number}`,
  paths: number === 0 ? [] : paths,
  patchDigest: `p${number}`,
  diagnosis: null,
  changeSummary: null,
  proposer: null,
  opened: [],
  diff: '',
  concerns: [],
});

const finding = (file: string | null): Finding => ({
  file,
  line: 1,
  column: null,
  message: 'wrong',
  code: null,
  tool: 'tsc',
  test: null,
  severity: 'error',
  logLine: 1,
  logEndLine: 1,
  repeats: 0,
  jobs: [],
  why: 'error, log line 1',
});

const scanOf = (fields: Partial<Scan> = {}): Scan => ({
  category: 'type',
  actionable: true,
  retryable: false,
  flaky: null,
  reason: { text: 'What tsc reports is of this category.', evidence: null, logLine: 1 },
  fingerprint: 'f1',
  findings: [finding('src/a.ts')],
  blockers: [],
  outsideLocations: 0,
  notes: [],
  ...fields,
});

const reserved = (number: number): Fact => ({
  kind: 'model-call-reserved',
  number,
  attempt: number,
  model: 'replay',
  parts: [],
  hiddenCharacters: 0,
  price: null,
  maxCompletionTokens: null,
});

/** A run told by its steps; each makes the facts that the loop would have written. */
function story() {
  const facts: Fact[] = [
    {
      kind: 'run-started',
      requestDigest: 'q',
      baseline: revision(0),
      request: {
        requestId: 'id',
        createdAt: '',
        baseCommit: 'c0',
        gate: [plainCommand('x')],
        setup: [],
        provider: 'replay',
        limits: LIMITS,
        policy: { allow: [], protect: [], allowTestEdits: false, classes: [] },
        branchTemplate: 'b',
        onSuccess: 'branch',
      },
    },
  ];
  const run = {
    executed: (
      number: number,
      status: Execution['status'],
      scan: Scan | null = status === 'failed' ? scanOf() : null,
      errorCode = 'gate-red',
    ) => {
      const execution: Execution = {
        executionId: `e${number}`,
        revisionId: `r${number}`,
        number,
        status,
        errorCode: status === 'passed' ? null : errorCode,
        exitCode: null,
        commands: [],
        checks: [],
        reported: null,
        evidence: null,
        fingerprint: scan?.fingerprint ?? null,
      };
      facts.push(
        { kind: 'execution-reserved', number, revisionId: `r${number}` },
        { kind: 'execution-finished', execution, scan, gateWrites: [] },
      );
      return run;
    },
    proposed: (number: number, paths?: readonly string[]) => {
      facts.push(reserved(number), {
        kind: 'proposal-accepted',
        attempt: number,
        revision: revision(number, paths),
      });
      return run;
    },
    concerned: (number: number, concerns: Revision['concerns']) => {
      facts.push({
        kind: 'proposal-accepted',
        attempt: number,
        revision: { ...revision(number), concerns },
      });
      return run;
    },
    baseAgain: (status: Execution['status'], fingerprint: string | null = null) => {
      const again = {
        revisionId: 'r0',
        status,
        errorCode: null,
        commands: [],
        reported: null,
        durationMs: 1,
        fingerprint,
      };
      facts.push({ kind: 'differential-finished', run: { purpose: 'base-again', ...again } });
      return run;
    },
    rejected: () => {
      facts.push(reserved(1), {
        kind: 'proposal-rejected',
        attempt: 1,
        proposer: { strategy: 'model', recipe: null },
        code: 'no-op',
        detail: '',
        changeSummary: '',
        patchDigest: null,
      });
      return run;
    },
    rejectedRecipe: () => {
      facts.push({
        ...{ kind: 'proposal-rejected', attempt: 1, code: 'protected-path', detail: '', changeSummary: '' },
        ...{ proposer: { strategy: 'recipe', recipe: 'prettier' }, patchDigest: null },
      });
      return run;
    },
    dropped: (number: number) => {
      facts.push({ kind: 'revision-dropped', revisionId: `r${number}`, detail: '' });
      return run;
    },
    declined: (reason: DeclineReason) => {
      facts.push({ kind: 'proposal-declined', attempt: 1, reason, detail: `because ${reason}` });
      return run;
    },
    /** The real checks of a published revision are red. */
    checksRed: (number: number, scan: Scan = scanOf()) => {
      const execution: Execution = {
        ...{ executionId: `c${number}`, revisionId: `r${number}`, number, status: 'failed' },
        ...{ errorCode: CHECKS_RED, exitCode: null, commands: [], checks: [], reported: null },
        ...{ evidence: null, fingerprint: scan.fingerprint },
      };
      const proof: ChecksProof = {
        ...{ revisionId: `r${number}`, commit: `c${number}`, start: { how: 'push', detail: '' } },
        ...{ verdict: { kind: 'red', detail: 'test: failed.' }, checks: [], waitedMs: 1 },
      };
      facts.push({ kind: 'checks-judged', proof, red: { execution, scan } });
      return run;
    },
    state: () => fold(facts),
    stop: (outside: Partial<Facts> = {}) =>
      firstStop({
        state: fold(facts),
        greenBase: 'already-green',
        timeLeftMs: 1000,
        cancelled: false,
        earlierReds: () => 0,
        toTryAgain: 'forget it',
        sensitiveArea: () => null,
        spendsModelCalls: true,
        recipesLeft: false,
        ...outside,
      }),
  };
  return run;
}

const redBase = (scan?: Partial<Scan>) => story().executed(0, 'failed', scanOf(scan));

test('a red base with a located failure goes on', () => {
  expect(redBase().stop()).toBeNull();
});

test('a green base ends without a repair, a green attempt is fixed', () => {
  expect(story().executed(0, 'passed').stop()).toMatchObject({
    status: 'completed',
    stopReason: 'already-green',
  });
  expect(story().executed(0, 'passed').stop({ greenBase: 'not-reproduced' })).toMatchObject({
    status: 'needs-human',
    stopReason: 'not-reproduced',
  });
  expect(redBase().proposed(1).executed(1, 'passed').stop()).toMatchObject({
    status: 'completed',
    stopReason: 'fixed',
  });
});

test.each([
  ['permission', { blockers: [{ kind: 'permission', evidence: 'denied', logLine: 1 }] }],
  ['missing-input', { blockers: [{ kind: 'missing-input', evidence: 'no such file', logLine: 1 }] }],
  ['missing-dependency', { blockers: [{ kind: 'missing-dependency', evidence: 'no module', logLine: 1 }] }],
  ['vendor-trace', { findings: [], outsideLocations: 3 }],
  ['ambiguous', { findings: [], outsideLocations: 0 }],
] as const)('%s is told from the red base', (stopReason, scan) => {
  expect(redBase(scan).stop()).toMatchObject({ status: 'needs-human', stopReason });
});

test('a red base that is green when it runs once more is flaky, one red in another way is ambiguous', () => {
  expect(redBase().baseAgain('passed').stop()).toMatchObject({ status: 'needs-human', stopReason: 'flaky' });
  expect(redBase().baseAgain('failed', 'f2').stop()).toMatchObject({ stopReason: 'ambiguous' });
  expect(redBase().baseAgain('failed', 'f1').stop()).toBeNull();
  expect(redBase().baseAgain('timed-out', 'f2').stop()).toBeNull();
});

test('a pass that a rule of policy speaks against is for a person, and says what speaks against it', () => {
  const concern = {
    rule: 'S-GUT',
    verdict: 'escalate',
    path: 'src/a.ts',
    line: 3,
    detail: 'Emptied.',
  } as const;
  const passed = redBase().concerned(1, [concern]).executed(1, 'passed');
  expect(passed.stop()).toMatchObject({
    status: 'needs-human',
    stopReason: 'weak-evidence',
    detail: expect.stringContaining('S-GUT in src/a.ts:3: Emptied.'),
  });
  const red = redBase()
    .concerned(1, [concern])
    .executed(1, 'failed', scanOf({ fingerprint: 'f2' }));
  expect(red.stop()).toBeNull();
});

test('a blocker in a file that the candidate changed is the candidate’s own fault', () => {
  const blocked = scanOf({ blockers: [{ kind: 'missing-dependency', evidence: 'no module', logLine: 1 }] });
  expect(redBase().proposed(1, ['src/a.ts']).executed(1, 'failed', blocked).stop()).toBeNull();
  expect(redBase().proposed(1, ['src/b.ts']).executed(1, 'failed', blocked).stop()).toMatchObject({
    stopReason: 'missing-dependency',
  });
});

test('a failure in a sensitive area is a person’s', () => {
  expect(redBase().stop({ sensitiveArea: () => 'authentication' })).toMatchObject({
    stopReason: 'sensitive-area',
  });
});

test.each(['permission', 'sensitive-area', 'too-many-files', 'model-gave-up'] as const)(
  'a proposer that declines with %s ends the run',
  (reason) => {
    expect(redBase().declined(reason).stop()).toMatchObject({
      status: 'needs-human',
      stopReason: reason,
      detail: `because ${reason}`,
    });
  },
);

test('a gate cut by its own limit needs a person, one cut by the deadline is partial', () => {
  expect(story().executed(0, 'timed-out', scanOf(), 'gate-timeout').stop()).toMatchObject({
    status: 'needs-human',
    stopReason: 'gate-timeout',
  });
  expect(story().executed(0, 'timed-out', scanOf(), 'deadline').stop()).toMatchObject({
    status: 'partial',
    stopReason: 'deadline',
  });
});

test('attempts end at their maximum, proposals at theirs', () => {
  const twice = redBase()
    .proposed(1)
    .executed(1, 'failed', scanOf({ fingerprint: 'f2' }))
    .proposed(2)
    .executed(2, 'failed', scanOf({ fingerprint: 'f3' }));
  expect(twice.stop()).toBeNull();
  expect(
    twice
      .proposed(3)
      .executed(3, 'failed', scanOf({ fingerprint: 'f4' }))
      .stop(),
  ).toMatchObject({ stopReason: 'max-attempts' });
  expect(redBase().rejected().stop()).toBeNull();
  expect(redBase().rejected().rejected().stop()).toMatchObject({ stopReason: 'proposals-exhausted' });
});

test('an execution gives the next revision its proposals anew', () => {
  expect(
    redBase()
      .rejected()
      .proposed(1)
      .executed(1, 'failed', scanOf({ fingerprint: 'f2' }))
      .rejected()
      .stop(),
  ).toBeNull();
});

test('the same error is counted over attempts and earlier runs, and the base is no attempt', () => {
  const thrice = redBase()
    .proposed(1)
    .executed(1, 'failed')
    .proposed(2)
    .executed(2, 'failed')
    .proposed(3)
    .executed(3, 'failed');
  expect(thrice.stop()).toMatchObject({ stopReason: 'max-attempts' });
  expect(thrice.stop({ earlierReds: () => 1 })).toMatchObject({ stopReason: 'same-error' });
  expect(redBase().stop({ earlierReds: () => 4 })).toMatchObject({ stopReason: 'same-error' });
  expect(redBase().stop({ earlierReds: () => 3 })).toBeNull();
});

test('budgets speak when the next step would need them', () => {
  let calls = redBase();
  for (let n = 0; n < 6; n++) calls = calls.rejected();
  expect(calls.proposed(1).stop()).not.toMatchObject({ stopReason: 'budget-model-calls' });
  const spent = story().executed(0, 'failed').proposed(1);
  expect(spent.stop()).toBeNull();
});

test('a model that is down defers the run, unless the deadline is what cut it', () => {
  expect(redBase().declined('model-unavailable').stop()).toMatchObject({
    status: 'deferred',
    stopReason: 'model-unavailable',
  });
  expect(redBase().declined('model-unavailable').stop({ timeLeftMs: 0 })).toMatchObject({
    status: 'partial',
    stopReason: 'deadline',
  });
});

test('when several rules hold, the first of the table speaks', () => {
  const everything = redBase({
    blockers: [
      { kind: 'missing-dependency', evidence: '', logLine: 1 },
      { kind: 'permission', evidence: 'denied', logLine: 1 },
    ],
  });
  expect(everything.stop({ timeLeftMs: 0 })).toMatchObject({ stopReason: 'permission' });
  expect(everything.stop({ timeLeftMs: 0, cancelled: true })).toMatchObject({ stopReason: 'cancelled' });
  expect(redBase().proposed(1).executed(1, 'passed').stop({ timeLeftMs: 0 })).toMatchObject({
    stopReason: 'fixed',
  });
});

test('no reason belongs to two statuses', () => {
  const reasons = Object.values(STOP_REASONS).flat();
  expect(new Set(reasons).size).toBe(reasons.length);
});

const blocked = (kind: 'permission' | 'missing-dependency' | 'missing-input') =>
  scanOf({ findings: [], blockers: [{ kind, evidence: 'so', logLine: 1 }], outsideLocations: 1 });

test.each([
  ['permission', blocked('permission')],
  ['missing-dependency', blocked('missing-dependency')],
  ['missing-input', blocked('missing-input')],
  ['vendor-trace', scanOf({ findings: [finding(null)], outsideLocations: 1 })],
  ['ambiguous', scanOf({ findings: [finding(null)] })],
])('%s waits until the recipes had their turn', (reason, scan) => {
  const run = story().executed(0, 'failed', scan);
  expect(run.stop({ recipesLeft: true })).toBeNull();
  expect(run.stop()?.stopReason).toBe(reason);
});

test('after a recipe was dropped, what the base said holds again, and its execution stays spent', () => {
  const scan = scanOf({ findings: [finding(null)] });
  const run = story().executed(0, 'failed', scan).proposed(1).executed(1, 'failed');
  expect(run.stop()).toBeNull();
  expect(run.dropped(1).stop()?.stopReason).toBe('ambiguous');
  expect(run.state()).toMatchObject({ scan, executionsReserved: 2 });
  expect(currentRevision(run.state()).revisionId).toBe('r0');
  expect(currentExecution(run.state())?.executionId).toBe('e0');
});

test('a rejected candidate of a recipe costs the model no proposal', () => {
  const run = story().executed(0, 'failed').rejectedRecipe().rejectedRecipe();
  expect(run.stop()).toBeNull();
  expect(run.rejected().rejected().stop()?.stopReason).toBe('proposals-exhausted');
});

test('red real checks take the fix back, and count with their revision as one attempt', () => {
  const once = story().executed(0, 'failed').proposed(1).executed(1, 'passed');
  expect(once.stop()?.stopReason).toBe('fixed');
  expect(once.checksRed(1).stop()).toBeNull();
  expect(currentExecution(once.state())?.errorCode).toBe(CHECKS_RED);
  const thrice = once
    .proposed(2)
    .executed(2, 'passed')
    .checksRed(2, scanOf({ fingerprint: 'f2' }));
  expect(thrice.stop()).toBeNull();
  expect(thrice.proposed(3).executed(3, 'passed').checksRed(3).stop()).toEqual({
    ...{ status: 'needs-human', stopReason: 'max-attempts' },
    detail: '3 of 3 attempts failed.',
  });
});

test('the same error of the real checks again and again is the same error', () => {
  const twice = story()
    .executed(0, 'failed')
    .proposed(1)
    .executed(1, 'passed')
    .checksRed(1)
    .proposed(2)
    .executed(2, 'passed')
    .checksRed(2);
  expect(twice.stop({ earlierReds: () => 1 })).toBeNull();
  expect(twice.stop({ earlierReds: () => 2 })?.stopReason).toBe('same-error');
});

test('real checks that are red for a reason that no change can help end the run', () => {
  const run = story().executed(0, 'failed').proposed(1).executed(1, 'passed');
  expect(run.checksRed(1, scanOf({ actionable: false, category: 'infra' })).stop()).toMatchObject({
    stopReason: 'infra',
    detail: expect.stringContaining('infra'),
  });
});
