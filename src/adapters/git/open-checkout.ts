import { Git } from './git.js';
import { isOutside, whyNoRepository } from './why-no-repository.js';

/** A person's checkout, as far as a scan needs it. */
export interface Checkout {
  /** Paths that git tracks, from the root, submodules left out. */
  readonly files: readonly string[];
  readonly root: () => Promise<string>;
}

/**
 * The checkout that holds `directory`; null when there is none. One question to git, since a scan waits for the answer.
 * @throws Error for a bare repository, or one that git refuses to read; the message says what to do.
 */
export async function openCheckout(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Checkout | null> {
  const git = new Git({ directory, environment, personalConfiguration: true });
  const files = await trackedFiles(git).catch(async (error: Error) => {
    if (isOutside(error)) return null;
    await whyNoRepository(git);
    throw error;
  });
  // A bare repository has an index as well, and nothing in it.
  if (files?.length === 0) await whyNoRepository(git);
  return files === null ? null : { files, root: () => git.value(['rev-parse', '--show-toplevel']) };
}

/** Of the whole index, from whatever folder of the checkout. */
async function trackedFiles(git: Git): Promise<readonly string[]> {
  const whole = ['ls-files', '--stage', '-z', '--full-name', '--', ':/'];
  const entries = await git.fields(whole, { variables: { GIT_LITERAL_PATHSPECS: '0' } });
  const files = entries.filter((entry) => !entry.startsWith('160000'));
  // A file in conflict has an entry for each side.
  return [...new Set(files.map((entry) => entry.slice(entry.indexOf('\t') + 1)))];
}
