// Jest's global set-up: bundles the sources once, so that the end-to-end tests run what users run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';

export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'smart-fix-bundle-'));
  await bundle(folder);
  process.env.SMART_FIX_TEST_CLI = join(folder, 'cli.js');
  globalThis.smartFixBundleFolder = folder;
}

export function tearDown() {
  rmSync(globalThis.smartFixBundleFolder, { recursive: true, force: true });
}
