import type { RunSettings } from '../../config/settings.js';
import type { RepositoryState } from '../../isolate/repository.js';
import type { ModelChoice, Provider } from '../choose-model.js';

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
