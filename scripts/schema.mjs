// Writes schemas/ from the zod schemas, so that what is published is what is checked. `--check` compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './bundle.mjs';

const { outputFiles } = await build({
  stdin: {
    contents: "export { reportSchema } from './src/report/report.ts'; export { toJSONSchema } from 'zod';",
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { reportSchema, toJSONSchema } = await import(`data:text/javascript;base64,${code}`);

const text = `${JSON.stringify({ title: 'smart-fix report.json', ...toJSONSchema(reportSchema) }, null, 2)}\n`;
const file = join(root, 'schemas', 'report.schema.json');
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('schemas/report.schema.json is stale. Run npm run schema and commit it.');
    process.exitCode = 1;
  }
} else {
  mkdirSync(join(root, 'schemas'), { recursive: true });
  writeFileSync(file, text);
}
