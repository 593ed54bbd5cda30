import { addRun } from './records.js';
import { runnerLog } from './runner-log.js';
import type { Conclusion, GithubState, JobRecord, RunRecord, StepRecord } from './state.js';

export interface NewJob {
  readonly name?: string;
  readonly command?: string;
  /** What the failed command printed; the runner's lines come around it. */
  readonly output?: string;
  /** The whole log, where a test is about the runner's lines. */
  readonly log?: string;
  /** Null while it still runs. */
  readonly conclusion?: Conclusion | null;
  readonly steps?: readonly StepRecord[];
  readonly logNotReadyFor?: number;
  readonly logIsExpired?: boolean;
}

export interface NewFailedRun {
  /** `main` unless said; the commit is the branch's last unless said. */
  readonly branch?: string | null;
  readonly sha?: string;
  /** Id of its workflow; the first one unless said. */
  readonly workflow?: number;
  readonly jobs?: readonly NewJob[];
  readonly actor?: string;
  readonly triggeringActor?: string;
  /** `owner/name`, for a run on a fork's commit. */
  readonly headRepository?: string;
  readonly event?: string;
  /** Number of the attempt that failed; the ones before failed alike. */
  readonly attempt?: number;
  /** Null while it still runs, as when a step of the same workflow asks. */
  readonly conclusion?: Conclusion | null;
  readonly pulls?: readonly number[];
  readonly rerunConclusion?: Conclusion;
  readonly rerunReads?: number;
}

/** Adds a run whose last attempt failed, or is about to. */
export function addFailedRun(
  state: GithubState,
  headSha: string,
  { branch = state.repository.defaultBranch, ...run }: NewFailedRun,
): RunRecord {
  const { owner, name } = state.repository;
  const [headOwner = owner, headName = name] = run.headRepository?.split('/') ?? [];
  const { actor = 'octocat', event = 'push', attempt = 1, conclusion = 'failure', jobs = [{}] } = run;
  return addRun(state, {
    ...{ workflow: run.workflow ?? state.workflows[0]?.id ?? 0, event, headBranch: branch, headSha, actor },
    triggeringActor: run.triggeringActor ?? actor,
    headRepository: { owner: headOwner, name: headName },
    pulls: run.pulls ?? [],
    rerunConclusion: run.rerunConclusion ?? null,
    rerunReads: run.rerunReads ?? 0,
    attempts: Array.from({ length: attempt }, (_, index) => ({
      number: index + 1,
      conclusion,
      jobs: jobs.map((job) => jobRecord(state, job)),
    })),
  });
}

export function jobRecord(state: GithubState, job: NewJob): JobRecord {
  const { name = 'test', command = 'npm test', output = 'not ok', conclusion = 'failure' } = job;
  const exitCode = conclusion === 'success' ? 0 : 1;
  return {
    ...{ id: state.nextId++, name, conclusion },
    steps: job.steps ?? [
      { name: 'Set up job', conclusion: 'success' },
      { name: `Run ${command}`, conclusion: conclusion ?? 'failure' },
    ],
    log: job.log ?? runnerLog([{ command, output, exitCode }]),
    logNotReadyFor: job.logNotReadyFor ?? 0,
    logIsExpired: job.logIsExpired ?? false,
  };
}
