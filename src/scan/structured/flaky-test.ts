import type { FlakySuspicion } from '../../domain/scan.js';

/** How one run of a test ended; `key` is the same for every run of it. */
export interface TestRun {
  readonly key: string;
  readonly name: string;
  readonly end: 'failed' | 'passed';
  readonly logLine: number;
}

/** The first test that failed and passed later. What pytest-rerunfailures ran before a failure looks as if it had passed. */
export function flakyTest(runs: readonly TestRun[]): FlakySuspicion | null {
  const lastPass = new Map(runs.flatMap(({ key, end }, index) => (end === 'passed' ? [[key, index]] : [])));
  const flaky = runs.find(({ key, end }, index) => end === 'failed' && (lastPass.get(key) ?? -1) > index);
  return flaky === undefined
    ? null
    : {
        test: flaky.name,
        evidence: `${flaky.name} failed here, and passed when run again.`,
        logLine: flaky.logLine,
      };
}
