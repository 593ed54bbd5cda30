import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder that goes when the test file is done. */
export function temporaryFolder(name = 'test'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `smart-fix-${name}-`)));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
