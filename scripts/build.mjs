// Builds dist/ from src/: what users run, with nothing to install. `--check` builds beside it and compares.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
if (process.argv.includes('--check')) {
  const fresh = mkdtempSync(join(root, '.dist-check-'));
  try {
    await bundle(fresh);
    const different = compare(fresh, dist);
    if (different.length > 0) {
      console.error(`dist is stale (${different.join(', ')}). Run npm run build and commit dist.`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
} else {
  rmSync(dist, { recursive: true, force: true });
  await bundle(dist);
}
