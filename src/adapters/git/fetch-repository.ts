import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../isolate/repository.js';
import type { Remote } from '../../isolate/workspace.js';
import { Git } from './git.js';
import { GitRepository } from './git-repository.js';
import type { RepositoryOptions } from './open-repository.js';
import { fetchFrom } from './remote.js';
import { removeFolder } from './remove-folder.js';

export interface FetchedRepository {
  readonly repository: Repository;
  dispose(): Promise<void>;
}

/**
 * One commit and its parents as data, in a repository of our own without a worktree: nothing of a checkout, of a
 * person's configuration or of the commit itself is ever run.
 * @throws when the remote does not give the commit.
 */
export async function fetchRepository(
  commit: string,
  remote: Remote,
  { environment, temporaryRoot }: RepositoryOptions,
): Promise<FetchedRepository> {
  const directory = await mkdtemp(join(temporaryRoot, 'smart-fix-data-'));
  const dispose = () => removeFolder(directory);
  try {
    const gitDirectory = join(directory, 'data.git');
    const git = new Git({ directory, gitDirectory, environment, personalConfiguration: false });
    const format = commit.length === 64 ? 'sha256' : 'sha1';
    await git.text(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`]);
    if (!(await fetchFrom(git, remote, commit, { shallow: true })))
      throw new Error(`commit ${commit} is not on the server; was the branch rewritten?`);
    return { repository: new GitRepository(git, temporaryRoot, false), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
