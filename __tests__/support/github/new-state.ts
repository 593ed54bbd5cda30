import { GITHUB_ACTIONS, type GithubState } from './state.js';
import { timestamp } from './timestamp.js';

export interface NewRepository {
  readonly owner?: string;
  readonly name?: string;
  readonly defaultBranch?: string;
  readonly isPrivate?: boolean;
  readonly hasIssues?: boolean;
  readonly actionsMayCreatePulls?: boolean;
  readonly hasDrafts?: boolean;
  readonly protectedBranches?: readonly string[];
}

/** A repository with one workflow, `octocat` who may write to it, and the bot that GITHUB_TOKEN acts as. */
export function newState({
  owner = 'octo-org',
  name = 'project',
  defaultBranch = 'main',
  isPrivate = true,
  hasIssues = true,
  actionsMayCreatePulls = true,
  hasDrafts = true,
  protectedBranches = [],
}: NewRepository): GithubState {
  return {
    repository: {
      ...{ id: 7000, owner, name, defaultBranch, isPrivate, hasIssues, actionsMayCreatePulls, hasDrafts },
      formerNames: [],
      protectedBranches: [...protectedBranches],
      ...{ protectedChecks: [], ruledChecks: [] },
      createdAt: timestamp(),
    },
    users: [
      { id: 1, login: owner, type: 'User', role: 'admin' },
      { id: 2, login: 'octocat', type: 'User', role: 'write' },
      { id: 41898282, login: GITHUB_ACTIONS, type: 'Bot', role: 'none' },
    ],
    workflows: [{ id: 500, name: 'CI', path: '.github/workflows/ci.yml', isDispatchable: true }],
    ...{
      labels: [],
      issues: [],
      comments: [],
      reviews: [],
      runs: [],
      artifacts: [],
      statuses: [],
      checks: [],
    },
    ...{ codeScanningAlerts: [], dependabotAlerts: [], signedCommits: [] },
    nextId: 9001,
  };
}
