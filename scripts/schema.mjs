// Writes schemas/ from the zod schemas, so that what is published is what is checked. `--check` compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './bundle.mjs';

const { outputFiles } = await build({
  stdin: {
    contents: [
      "export { patchDocumentSchema } from './src/ledger/patch-document.ts';",
      "export { reportSchema } from './src/report/report.ts';",
      "export { toJSONSchema } from 'zod';",
    ].join('\n'),
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { patchDocumentSchema, reportSchema, toJSONSchema } = await import(
  `data:text/javascript;base64,${code}`
);

const SCHEMAS = [
  ['report', 'smart-fix report.json', reportSchema],
  ['patch', 'smart-fix patch document', patchDocumentSchema],
];

mkdirSync(join(root, 'schemas'), { recursive: true });
for (const [name, title, schema] of SCHEMAS) {
  const text = `${JSON.stringify({ title, ...toJSONSchema(schema) }, null, 2)}\n`;
  const file = join(root, 'schemas', `${name}.schema.json`);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readText(file) !== text) {
    console.error(`schemas/${name}.schema.json is stale. Run npm run schema and commit it.`);
    process.exitCode = 1;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
