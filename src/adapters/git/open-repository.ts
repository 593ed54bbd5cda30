import type { Repository } from '../../isolate/repository.js';
import { Git } from './git.js';
import { GitRepository } from './git-repository.js';
import { whyNoRepository } from './why-no-repository.js';

export interface RepositoryOptions {
  /** PATH and HOME are taken from here; no GIT_* variable is. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder in which workspaces are made, usually the system's temporary folder. */
  readonly temporaryRoot: string;
}

/**
 * Opens the repository that holds `directory`; null when there is none.
 * @throws Error for a bare repository, one without a commit, or one that git refuses to read; the message says what
 * to do.
 */
export async function openRepository(
  directory: string,
  options: RepositoryOptions,
): Promise<Repository | null> {
  const { environment, temporaryRoot } = options;
  const git = new Git({ directory, environment, personalConfiguration: true });
  const [known, configuration] = await Promise.all([
    git.tryText(['rev-parse', '--show-toplevel', 'HEAD^{commit}']),
    filtersOff(git),
  ]);
  const root = /^(.+)\n[\da-f]{40,64}\n$/s.exec(known ?? '')?.[1] ?? (await whyNoRepository(git));
  return root === null
    ? null
    : new GitRepository(git.with({ directory: root, configuration }), temporaryRoot);
}

/** Clean, smudge and process filters are programs that git would run on status and merge: each is emptied by name. */
async function filtersOff(git: Git): Promise<Record<string, string>> {
  const found = await git.tryText(['config', '--null', '--name-only', '--get-regexp', '^filter\\.']);
  const configuration: Record<string, string> = {};
  for (const name of (found ?? '').split('\0')) {
    const driver = /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1];
    if (driver === undefined) continue;
    for (const part of ['clean', 'smudge', 'process']) configuration[`filter.${driver}.${part}`] = '';
    configuration[`filter.${driver}.required`] = 'false';
  }
  return configuration;
}
