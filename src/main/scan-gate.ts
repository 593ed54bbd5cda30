import { tmpdir } from 'node:os';
import { openRepository } from '../adapters/git/open-repository.js';
import { CONFIG_PATH } from '../config/config-path.js';
import type { RepositoryScanSettings } from '../config/repository-scan-settings.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import { namedGate, withSetup } from './choose-gate.js';
import type { Host } from './host.js';
import { inferGate, inferProjectGate } from './infer-gate.js';

/** How the project whose tracked files are known would be checked; null when nothing says it. */
export async function scanGate(
  folder: string,
  { environment }: Host,
  configured: RepositoryScanSettings | null,
): Promise<InferredGate | null> {
  // Its files were listed: what it may lack is a commit, and with that a gate.
  const repository = await openRepository(folder, { environment, temporaryRoot: tmpdir() }).catch(() => null);
  if (repository === null) return null;
  const { root, headCommit: commit } = await repository.readState();
  if (configured === null) return inferProjectGate(repository, commit);
  const named = namedGate(configured);
  if (named !== null) return { ...named, origin: CONFIG_PATH, omissions: [] };
  const inferred = await inferGate(configured, { repository, root, currentFolder: root, commit });
  return inferred === null ? null : withSetup(inferred, configured);
}
