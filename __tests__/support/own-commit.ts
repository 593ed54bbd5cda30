import { AUTHOR_EMAIL, AUTHOR_NAME, runTrailer } from '../../src/domain/own-commit.js';
import type { FakeGithub } from './github/fake-github.js';

/** A branch whose last commit, on the default branch, smart-fix made with git. */
export function pushOwnCommit({ world: { git }, state }: FakeGithub, branch: string): string {
  const parent = git.resolve(`refs/heads/${state.repository.defaultBranch}`) ?? '';
  const who = { name: AUTHOR_NAME, email: AUTHOR_EMAIL };
  const commit = git.writeCommit({
    tree: git.git(['rev-parse', `${parent}^{tree}`]).trim(),
    parents: [parent],
    message: `fix: it\n\n${runTrailer('20261130-000000-abcdef')}\n`,
    author: who,
    committer: who,
  });
  git.moveRef(`refs/heads/${branch}`, commit, git.resolve(`refs/heads/${branch}`));
  return commit;
}
