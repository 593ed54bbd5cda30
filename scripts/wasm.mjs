// Compiles wasm/ into src/scan/line-sieve-code.ts. `--check` compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { root } from './bundle.mjs';

const OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort=', '--initialMemory', '40'];
const FILE = join(root, 'src', 'scan', 'line-sieve-code.ts');

async function compile() {
  let code = null;
  const { error, stderr } = await asc.main(
    ['wasm/line-sieve.ts', '--outFile', 'line-sieve.wasm', ...OPTIONS],
    {
      readFile: (name) => {
        try {
          return readFileSync(join(root, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (_, bytes) => {
        code = Buffer.from(bytes).toString('base64');
      },
      listFiles: () => [],
    },
  );
  if (error !== null || code === null) throw new Error(`${error?.message}\n${stderr}`);
  return code;
}

const lines = (await compile()).match(/.{1,100}/g).map((line) => `  '${line}',`);
const text = `/** The WebAssembly that \`npm run wasm\` makes of wasm/, in base64. */
export const LINE_SIEVE_CODE: string = [
${lines.join('\n')}
].join('');
`;
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') !== text) {
    console.error('src/scan/line-sieve-code.ts is stale. Run npm run wasm and commit it.');
    process.exitCode = 1;
  }
} else writeFileSync(FILE, text);
