import type { FailureContext } from '../../src/report/failed-checks.js';
import type { Report } from '../../src/report/report.js';
import { commandRun, finding } from './repair-context.js';

type Run = Report['runs'][number];

const RUN_URL = 'https://github.com/octo/project/actions/runs/42';

/** One failed job of one failed run. */
export function failureContext(jobName = 'test'): FailureContext {
  const person = { login: 'ann', isBot: false };
  return {
    run: {
      repository: { owner: 'octo', name: 'project' },
      ...{
        runId: 42,
        attempt: 1,
        workflowName: 'ci',
        workflowPath: null,
        url: RUN_URL,
        event: 'push',
        conclusion: 'failure',
      },
      ...{ headSha: 'c0ffee', headBranch: 'main', headRepository: 'octo/project' },
      ...{ actor: person, triggeringActor: person },
    },
    checks: [
      {
        scan: {
          ...{ category: 'type', actionable: true, fingerprint: '0123456789ab', findings: [finding()] },
          ...{ retryable: false, flaky: null, reason: { text: 'said', evidence: null, logLine: null } },
          ...{ blockers: [], outsideLocations: 0, notes: [] },
        },
        jobs: [{ id: 7, runId: 42, name: jobName, url: `${RUN_URL}/job/7`, failedSteps: ['Run npm test'] }],
        excerpt: 'src/cart.ts(2,10): error TS2322',
      },
    ],
    pullRequestUrl: null,
    ownRunUrl: 'https://github.com/octo/project/actions/runs/43',
    gateNotes: [],
    ...{ alsoFailed: [], notCovered: [] },
  } as FailureContext;
}

const EVIDENCE = { grade: 'B', why: 'Tests were compared by their number: 3 before, 3 now.' } as const;
const STEP = {
  question: 'Is the gate red on the untouched base?',
  showed: 'failed: npm test: exit 1',
  durationMs: 1200,
};

function gateRun(number: number, passed: boolean): Run {
  const command = commandRun({
    end: { kind: 'exited', exitCode: passed ? 0 : 1 },
    tests: { passed: passed ? 3 : 2, failed: passed ? 0 : 1, skipped: 0 },
  });
  return {
    ...{ executionId: `e${number}`, revisionId: `r${number}`, number, status: passed ? 'passed' : 'failed' },
    ...{ errorCode: passed ? null : 'gate-red', exitCode: passed ? 0 : 1 },
    commands: [command as Run['commands'][number]],
    checks: [{ name: 'exit-code', passed, detail: `npm test: exit ${passed ? 0 : 1}` }],
    reported: null,
    evidence: passed ? EVIDENCE : null,
    fingerprint: passed ? null : '0123456789ab',
  };
}

/** A repair with one failed attempt and, when fixed, one that passed; in `words` the proposer speaks. */
export function hostedReport({ fixed, words }: { readonly fixed: boolean; readonly words: string }): Report {
  const attempt = (number: number, passed: boolean): Report['attempts'][number] => ({
    ...{ attempt: number, result: passed ? 'passed' : 'gate-red', revisionId: `r${number}`, rejection: null },
    ...{ strategy: 'model', recipe: null, diagnosis: words, changeSummary: words },
    concerns: [],
    diff: `--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -2 +2 @@\n-const a = '1';\n+const a = ${number};\n`,
  });
  return {
    requestId: '20261130-000000-abcdef',
    ...(fixed
      ? { status: 'completed', stopReason: 'fixed', detail: 'Attempt 2 passed the whole gate.' }
      : { status: 'needs-human', stopReason: 'max-attempts', detail: '1 of 1 attempts failed.' }),
    ...{ baseCommit: 'c0ffee', branch: fixed ? 'smart-fix/0123456789ab' : null },
    ...{ delivery: fixed ? 'signed commit on smart-fix/0123456789ab' : null, sandbox: 'docker' },
    ...{ pullRequestUrl: null, issueUrl: null, reviewUrl: null, acceptedRevisionId: fixed ? 'r2' : null },
    finding: {
      ...{ category: 'type', fingerprint: '0123456789ab', file: 'src/cart.ts', line: 2 },
      message: "Type 'string' is not assignable to type 'number'.",
    },
    evidence: fixed ? { ...EVIDENCE, steps: [STEP] } : null,
    runs: [gateRun(0, false), gateRun(1, false), ...(fixed ? [gateRun(2, true)] : [])],
    differentialRuns: [],
    attempts: [attempt(1, false), ...(fixed ? [attempt(2, true)] : [])],
    realChecks: [],
    errors: [],
    usage: {
      modelCalls: 1,
      executions: 2,
      differentialRuns: 0,
      promptTokens: 10,
      cachedTokens: 0,
      completionTokens: 5,
      costUsd: null,
      elapsedMs: 1234,
      toolMs: 0,
      calls: [],
    },
    generatedAt: '2026-11-30T00:00:00.000Z',
  } as Report;
}
