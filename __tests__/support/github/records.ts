import type { GithubState, IssueRecord, RunRecord } from './state.js';
import { timestamp } from './timestamp.js';

export function addIssue(
  state: GithubState,
  issue: Pick<IssueRecord, 'title' | 'body' | 'labels' | 'pull' | 'author' | 'isOurs'>,
): IssueRecord {
  const at = timestamp();
  const record: IssueRecord = {
    ...issue,
    id: state.nextId++,
    number: state.issues.length + 1,
    state: 'open',
    stateReason: null,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
  };
  state.issues.push(record);
  return record;
}

export type NewRun = Pick<RunRecord, 'workflow' | 'event' | 'headBranch' | 'headSha' | 'actor'> &
  Partial<RunRecord>;

/** A run that waits, unless its attempts are given. */
export function addRun(state: GithubState, run: NewRun): RunRecord {
  const { owner, name } = state.repository;
  const record: RunRecord = {
    id: state.nextId++,
    number: state.runs.length + 1,
    headRepository: { owner, name },
    triggeringActor: run.actor,
    pulls: [],
    attempts: [{ number: 1, conclusion: null, jobs: [] }],
    ...{ rerunConclusion: null, rerunReads: 0 },
    createdAt: timestamp(),
    ...run,
  };
  state.runs.push(record);
  return record;
}
