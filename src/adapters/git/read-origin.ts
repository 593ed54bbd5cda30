import { Git } from './git.js';

/** Where the repository was cloned from; null when nothing says. */
export async function readOrigin(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const git = new Git({ directory, environment, personalConfiguration: true });
  return (await git.tryText(['config', '--get', 'remote.origin.url']))?.trimEnd() ?? null;
}
