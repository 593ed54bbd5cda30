import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_PATH } from '../config/config-path.js';
import { UsageError } from '../config/usage-error.js';

/** Text of the repository's configuration file; null when there is none. @throws UsageError when it cannot be read. */
export async function readConfig(root: string): Promise<string | null> {
  return readFile(join(root, CONFIG_PATH), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new UsageError([`${CONFIG_PATH} cannot be read: ${error.message}`]);
  });
}
