// Builds dist/ from src/: what users run, with nothing to install. `--check` builds beside it and compares.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;

/** CommonJS parts of a bundle still call `require`. */
const BANNER =
  "import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);";

async function bundle(outdir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli.ts' },
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    splitting: true,
    minify: true,
    keepNames: true,
    legalComments: 'none',
    chunkNames: '[name]-[hash]',
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(outdir, 'licenses.txt'), licences(metafile));
}

/** The licence text of every package that went into the bundle. */
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[1]);
  }
  return [...packages].sort().map(licenceOf).join('\n');
}

function licenceOf(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  const text =
    file === undefined ? '' : readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim();
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}\n`;
}

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
