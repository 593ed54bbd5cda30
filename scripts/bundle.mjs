// What goes into a bundle: the entry, everything it imports, and the licences of what is inside.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** CommonJS parts of a bundle still call `require`. */
const BANNER =
  "import { createRequire as smartFixCreateRequire } from 'node:module'; const require = smartFixCreateRequire(import.meta.url);";

/** Grammars that src/adapters/syntax/grammars.ts names, from the package that VS Code takes them from. */
const GRAMMAR_PACKAGE = '@vscode/tree-sitter-wasm';
const GRAMMARS = [
  ...['bash', 'c-sharp', 'cpp', 'go', 'java', 'javascript'],
  ...['php', 'python', 'ruby', 'rust', 'tsx', 'typescript'],
];

/** Writes the bundle into a folder: the same bytes for the same sources, wherever it lies. */
export async function bundle(outdir) {
  const options = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    banner: { js: BANNER },
    logLevel: 'warning',
  };
  const { metafile } = await build({
    ...options,
    entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
    splitting: true,
    chunkNames: '[name]-[hash]',
    metafile: true,
  });
  // Alone, since nothing else of ours is seen in the sandbox that it is started in.
  await build({ ...options, entryPoints: { 'break-out': 'src/adapters/sandbox/break-out.ts' } });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }\n');
  await writeGrammars(join(outdir, 'grammars'));
  writeFileSync(join(outdir, 'licenses.txt'), licences(metafile));
}

/** Packed they are a tenth of their size, and each is unpacked only when a file of its language is read. */
export async function writeGrammars(folder) {
  mkdirSync(folder, { recursive: true });
  const files = [
    join('web-tree-sitter', 'web-tree-sitter.wasm'),
    ...GRAMMARS.map((name) => join(GRAMMAR_PACKAGE, 'wasm', `tree-sitter-${name}.wasm`)),
  ];
  const packed = await Promise.all(
    files.map((file) => promisify(gzip)(readFileSync(join(root, 'node_modules', file)))),
  );
  packed.forEach((bytes, index) => {
    writeFileSync(join(folder, `${basename(files[index])}.gz`), bytes);
  });
}

/** The licence text of every package that went into the bundle. */
function licences(metafile) {
  const packages = new Set([GRAMMAR_PACKAGE]);
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
