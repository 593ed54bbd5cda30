import { tmpdir } from 'node:os';
import { openRepository } from '../adapters/git/open-repository.js';
import { UsageError } from '../config/usage-error.js';
import type { Repository } from '../isolate/repository.js';
import type { Host } from './host.js';

/** @throws UsageError when the folder is in no git repository that can be used. */
export async function requireRepository(folder: string, { environment }: Host): Promise<Repository> {
  const repository = await openRepository(folder, { environment, temporaryRoot: tmpdir() }).catch(
    (error: Error) => {
      throw new UsageError([error.message]);
    },
  );
  if (repository === null) {
    throw new UsageError([`${folder} is not in a git repository; name one with --repo DIR`]);
  }
  return repository;
}
