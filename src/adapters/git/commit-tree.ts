import { AUTHOR_EMAIL, AUTHOR_NAME } from '../../domain/own-commit.js';
import type { Git } from './git.js';

const AUTHOR = {
  GIT_AUTHOR_NAME: AUTHOR_NAME,
  GIT_AUTHOR_EMAIL: AUTHOR_EMAIL,
  GIT_COMMITTER_NAME: AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: AUTHOR_EMAIL,
};

/** Makes a commit of smart-fix from a tree. */
export function commitTree(
  git: Git,
  tree: string,
  { parent, message, at }: { readonly parent: string; readonly message: string; readonly at?: Date },
): Promise<string> {
  const date = at === undefined ? null : `@${Math.floor(at.getTime() / 1000)} +0000`;
  const dates = date === null ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return git.value(['commit-tree', tree, '-p', parent], {
    input: message,
    variables: { ...AUTHOR, ...dates },
  });
}
