import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { UsageError } from '../config/usage-error.js';

const fileListSchema = z.array(z.string());

/**
 * The paths of a repository from a JSON list.
 * @throws UsageError for a file that cannot be read or is no such list.
 */
export async function readFileList(path: string): Promise<readonly string[]> {
  try {
    return fileListSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it must be a JSON list of paths' : (error as Error).message;
    throw new UsageError([`cannot read --repo-files ${path}: ${reason}`]);
  }
}
