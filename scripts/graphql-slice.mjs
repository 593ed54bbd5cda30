// npm run graphql-slice: cuts what the fake GitHub of the tests serves out of GitHub's own GraphQL schema. The package
// is 7 MB and its schema takes a second to read, so it is no dependency: it is installed into a temporary folder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, print, visit } from 'graphql';
import { root } from './bundle.mjs';

const SOURCE = '@octokit/graphql-schema@15.26.1';
const BUILT_IN = ['String', 'Int', 'Float', 'Boolean', 'ID'];
const target = join(root, '__tests__', 'support', 'github');

/** The definition without prose, with the listed fields; of inputs and enumerations everything stays. */
function cut(definition, wanted) {
  const fields = wanted[definition.name.value];
  const plain = visit(definition, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  if (fields === undefined) return plain;
  const missing = fields.filter((name) => !plain.fields.some((field) => field.name.value === name));
  if (missing.length > 0) throw new Error(`${definition.name.value} has no ${missing.join(', ')}`);
  return {
    ...plain,
    fields: plain.fields.filter((field) => fields.includes(field.name.value)),
    interfaces: plain.interfaces.filter(({ name }) => wanted[name.value] !== undefined),
  };
}

function slice(document, wanted) {
  const byName = new Map(document.definitions.map((each) => [each.name?.value, each]));
  const taken = new Map();
  const take = (name) => {
    if (taken.has(name) || BUILT_IN.includes(name)) return;
    const definition = byName.get(name);
    if (definition === undefined) throw new Error(`${SOURCE} has no type ${name}`);
    if (definition.kind === 'ObjectTypeDefinition' && wanted[name] === undefined)
      throw new Error(`list the fields of ${name}, which is reached`);
    taken.set(name, cut(definition, wanted));
    visit(taken.get(name), { NamedType: ({ name: { value } }) => take(value) });
  };
  for (const name of Object.keys(wanted)) take(name);
  return [...taken.values()].map(print).join('\n\n');
}

const folder = mkdtempSync(join(tmpdir(), 'smart-fix-graphql-'));
try {
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', SOURCE];
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) throw new Error('npm install failed');
  const source = join(folder, 'node_modules', '@octokit', 'graphql-schema');
  const document = parse(readFileSync(join(source, 'schema.graphql'), 'utf8'), { noLocation: true });
  const wanted = JSON.parse(readFileSync(join(target, 'graphql-fields.json'), 'utf8'));
  const text = `# From ${SOURCE}: npm run graphql-slice\n\n${slice(document, wanted)}\n`;
  writeFileSync(join(target, 'graphql-slice.graphql'), text);
  copyFileSync(join(source, 'LICENSE.md'), join(target, 'graphql-slice.LICENSE'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
