import { tmpdir } from 'node:os';
import { type FetchedRepository, fetchRepository } from '../../adapters/git/fetch-repository.js';
import type { ActionSettings } from '../../config/action-settings.js';
import type { RunSettings } from '../../config/settings.js';
import type { FreeBranch } from '../../isolate/choose-branch.js';
import type { Repository, RepositoryState } from '../../isolate/repository.js';
import type { RunState } from '../../ledger/fold.js';
import type { Start } from '../action.js';
import type { ModelChoice, Provider } from '../choose-model.js';
import { bendSettings } from '../command-settings.js';
import type { Target } from '../find-target.js';
import { SILENT } from '../progress-teller.js';
import type { Session } from '../session.js';

/** The provider by what every job knows: only one of them holds the key. */
export function providerOf({ provider, model }: Pick<RunSettings, 'provider' | 'model'>): Provider {
  return provider ?? (model === null ? 'none' : 'openai');
}

/** The provider for a job that must not ask it. */
export function withoutModel(provider: Provider): ModelChoice {
  return { provider, note: null, build: () => null };
}

/** A repository as data has a commit and nothing else. */
export function dataState(headCommit: string): RepositoryState {
  return {
    ...{ root: '', headCommit, currentBranch: null, defaultBranch: null },
    ...{ checkedOutBranches: [], uncommitted: [], submodules: [] },
  };
}

/** The settings as the comment that asks bends them; those of any other event as they are. */
export function bentSettings(settings: ActionSettings, { asked, door }: Target): ActionSettings {
  return asked === null ? settings : bendSettings(settings, asked, { door, teller: SILENT });
}

/** The branch of the fix that is out already, whose red checks are answered: the next fix takes its place, and only its. */
export function publishedBranch({ delivered }: Pick<RunState, 'delivered'>): FreeBranch | null {
  if (delivered === null || delivered.branch === null) return null;
  return { kind: 'free', name: delivered.branch, replaces: delivered.commit, left: [] };
}

/** Lets `work` open the commit that failed as data, and takes it away in the end. */
export async function withFetched<Result>(
  { run }: Pick<Target, 'run'>,
  { environment }: Pick<Start, 'environment'>,
  { readRemote }: Session,
  work: (open: () => Promise<Repository>) => Promise<Result>,
): Promise<Result> {
  const fetched: FetchedRepository[] = [];
  const open = async (): Promise<Repository> => {
    const one = await fetchRepository(run.headSha, readRemote, { environment, temporaryRoot: tmpdir() });
    fetched.push(one);
    return one.repository;
  };
  try {
    return await work(open);
  } finally {
    for (const { dispose } of fetched) await dispose();
  }
}
