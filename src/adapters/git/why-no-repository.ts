import type { Git } from './git.js';

/**
 * Why git does not open the repository of its folder, asked one thing after the other; null outside of any.
 * @throws Error for a bare repository, one without a commit, or one that git refuses to read; the message says what
 * to do.
 */
export async function whyNoRepository(git: Git): Promise<string | null> {
  const { directory } = git.place;
  const isBare = await git.value(['rev-parse', '--is-bare-repository']).catch((error: Error) => {
    if (isOutside(error)) return null;
    throw error;
  });
  if (isBare === null) return null;
  if (isBare === 'true') {
    throw new Error(`${directory} is a bare repository. Run smart-fix in a clone with a worktree.`);
  }
  const root = await git.value(['rev-parse', '--show-toplevel']);
  if ((await git.tryText(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])) === null) {
    throw new Error(`${root} has no commit yet. Commit your work first, then run smart-fix again.`);
  }
  return root;
}

/** git speaks English here (`LC_ALL`). */
export function isOutside({ message }: Error): boolean {
  return /not a git repository/.test(message);
}
