import type { GitHubClient } from '../adapters/github/client.js';
import { readRepositoryFile } from '../adapters/github/read-repository-file.js';
import { CONFIG_PATH } from '../config/config-path.js';
import type { DoorSettings } from '../config/door-settings.js';
import { readDoorSettings } from '../config/read-door-settings.js';
import { UsageError } from '../config/usage-error.js';
import type { RepositoryName } from '../domain/failed-run.js';

export type ReadDoor =
  | { readonly kind: 'door'; readonly settings: DoorSettings }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] };

/** What the default branch says of our doors: never the branch that is repaired, which may be anybody's. */
export async function readDoor(client: GitHubClient, repository: RepositoryName): Promise<ReadDoor> {
  const text = await readRepositoryFile(client, repository, CONFIG_PATH);
  try {
    return { kind: 'door', settings: readDoorSettings(text) };
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'faulty', faults: error.faults };
    throw error;
  }
}
