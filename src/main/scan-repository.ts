import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { openCheckout } from '../adapters/git/open-checkout.js';
import type { RepositoryScanSettings } from '../config/repository-scan-settings.js';
import type { ScanSettings } from '../config/scan-settings.js';
import { UsageError } from '../config/usage-error.js';
import { isSecretFile } from '../repair/secret-file.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import type { Host } from './host.js';

/** What is known of the repository that a log speaks of. */
export interface ScanRepository {
  /** Null when nothing is known. */
  readonly files: readonly string[] | null;
  /** Text of a tracked file in the checkout; null when it is not there, is too large, leads out of the checkout or may hold a secret. */
  readonly read: (file: string) => Promise<string | null>;
  /** How the project would be checked, by its configuration or its own files; null when they say nothing. */
  readonly gate: (settings: RepositoryScanSettings | null) => Promise<InferredGate | null>;
}

const MAX_FILE_BYTES = 2_000_000;

/** @throws UsageError for a folder that is no repository, or a list that cannot be read. */
export async function openScanRepository(settings: ScanSettings, host: Host): Promise<ScanRepository> {
  const nothing = async () => null;
  if (settings.repoFiles !== null) {
    const { readFileList } = await import('./read-file-list.js');
    const files = await readFileList(resolve(host.currentFolder, settings.repoFiles));
    return { files, read: nothing, gate: nothing };
  }
  const folder = resolve(host.currentFolder, settings.repo ?? '.');
  const checkout = await openCheckout(folder, host.environment);
  if (checkout === null && settings.repo !== null)
    throw new UsageError([`${folder} is not in a git repository`]);
  if (checkout === null) return { files: null, read: nothing, gate: nothing };
  // Asked only when a text is wanted.
  let root: Promise<string> | null = null;
  const readRoot = () => {
    root ??= checkout.root();
    return root;
  };
  return {
    files: checkout.files,
    read: async (file) => (isSecretFile(file) ? null : readInside(await readRoot(), file)),
    gate: async (configured) => {
      // Most of what a scan would load; a scan without it starts sooner.
      const { scanGate } = await import('./scan-gate.js');
      return scanGate(folder, host, configured);
    },
  };
}

async function readInside(root: string, file: string): Promise<string | null> {
  try {
    const path = await realpath(join(root, file));
    if (!path.startsWith(`${await realpath(root)}${sep}`)) return null;
    const { size } = await stat(path);
    return size > MAX_FILE_BYTES ? null : await readFile(path, 'utf8');
  } catch {
    return null;
  }
}
