// Builds dist/ from src/: what users run, with nothing to install. `--check` builds beside it and compares.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bundle, root } from './bundle.mjs';

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** What is packed counts, since every version of Node packs in its own way. */
function contentOf(path) {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

function compare(expected, actual) {
  const names = new Set([expected, actual].flatMap(filesBelow));
  return [...names].filter((name) => {
    try {
      return !contentOf(join(expected, name)).equals(contentOf(join(actual, name)));
    } catch {
      return true;
    }
  });
}

const dist = join(root, 'dist');
const fresh = mkdtempSync(join(root, '.dist-'));
try {
  await bundle(fresh);
  if (process.argv.includes('--check')) {
    const different = compare(fresh, dist);
    if (different.length > 0) {
      console.error(`dist is stale (${different.join(', ')}). Run npm run build and commit dist.`);
      process.exitCode = 1;
    }
  } else {
    rmSync(dist, { recursive: true, force: true });
    cpSync(fresh, dist, { recursive: true });
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
