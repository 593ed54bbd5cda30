// npm run openapi-slice: cuts the operations that the fake GitHub of the tests serves out of GitHub's own OpenAPI
// description. The package is 385 MB, so it is no dependency: it is installed into a temporary folder for the cut.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const SOURCE = '@octokit/openapi@23.0.2';
const target = join(root, '__tests__', 'support', 'github');

/** Prose and tooling hints: nothing in them can be checked. */
const PROSE = /^(description|summary|title|examples?|externalDocs|default|deprecated|readOnly|x-.*)$/;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function resolve(document, value) {
  if (value.$ref === undefined) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], document);
}

/** OpenAPI 3.0 schema to JSON schema: without prose, and with `null` as a type of its own. */
function schemaOf(schema) {
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace('#/components/schemas/', '#/schemas/') };
  const { nullable, ...rest } = schema;
  const plain = Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !PROSE.test(key))
      .map(([key, value]) => [key, keywordOf(key, value)]),
  );
  return nullable ? orNull(plain) : plain;
}

function keywordOf(key, value) {
  if (key === 'properties') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  }
  if (['oneOf', 'anyOf', 'allOf'].includes(key)) return value.map(schemaOf);
  if (['items', 'not'].includes(key)) return schemaOf(value);
  if (key === 'additionalProperties' && typeof value === 'object') return schemaOf(value);
  return value;
}

function orNull(schema) {
  const { enum: values, ...rest } = schema;
  if (rest.type === undefined || rest.oneOf || rest.anyOf || rest.allOf) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const type = [rest.type, 'null'];
  return values === undefined ? { ...rest, type } : { ...rest, type, enum: [...new Set([...values, null])] };
}

/** A text such as `7` fits an integer and a string at once, so it may not have to fit exactly one. */
function textSchemaOf({ oneOf, ...rest }) {
  return oneOf === undefined ? rest : { ...rest, anyOf: oneOf };
}

function jsonSchemaIn(content) {
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? null : schemaOf(schema);
}

function operationOf(document, { path, method, item }) {
  const operation = item[method];
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => {
    const { name, in: place, required = false, schema } = resolve(document, each);
    return { name, in: place, required, schema: textSchemaOf(schemaOf(schema)) };
  });
  const body = operation.requestBody && resolve(document, operation.requestBody);
  const answers = Object.entries(operation.responses).map(([status, each]) => [
    status,
    jsonSchemaIn(resolve(document, each).content),
  ]);
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    body: jsonSchemaIn(body?.content),
    bodyRequired: body?.required ?? false,
    answers: Object.fromEntries(answers),
  };
}

/** Every schema that the value leads to, by name. */
function collect(document, value, found) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/schemas\/([^"]+)"/g)) {
    if (found[name] !== undefined) continue;
    found[name] = schemaOf(document.components.schemas[name]);
    collect(document, found[name], found);
  }
}

function slice(document, wanted) {
  const operations = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const id = item[method]?.operationId;
      if (wanted.includes(id)) operations[id] = operationOf(document, { path, method, item });
    }
  }
  const missing = wanted.filter((id) => operations[id] === undefined);
  if (missing.length > 0) throw new Error(`${SOURCE} has no operation ${missing.join(', ')}`);
  const schemas = {};
  collect(document, operations, schemas);
  collect(document, { $ref: '#/schemas/basic-error' }, schemas);
  return { source: SOURCE, operations, schemas };
}

const folder = mkdtempSync(join(tmpdir(), 'smart-fix-openapi-'));
try {
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', SOURCE];
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) throw new Error('npm install failed');
  const source = join(folder, 'node_modules', '@octokit', 'openapi');
  const document = JSON.parse(readFileSync(join(source, 'generated', 'api.github.com.json'), 'utf8'));
  const wanted = JSON.parse(readFileSync(join(target, 'openapi-operations.json'), 'utf8'));
  writeFileSync(join(target, 'openapi-slice.json'), `${JSON.stringify(slice(document, wanted))}\n`);
  copyFileSync(join(source, 'LICENSE'), join(target, 'openapi-slice.LICENSE'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
