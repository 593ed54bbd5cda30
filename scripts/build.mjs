// Builds dist/ from src/: what users run, with nothing to install. `--check` builds beside it and compares.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, root } from './bundle.mjs';

function compare(expected, actual) {
  const names = new Set([...readdirSync(expected), ...readdirSync(actual)]);
  return [...names].filter((name) => {
    try {
      return !readFileSync(join(expected, name)).equals(readFileSync(join(actual, name)));
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
