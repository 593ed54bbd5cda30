import { readFileSync } from 'node:fs';
import type { Slice } from './contract.js';

/** The slice of GitHub's description as an OpenAPI 3.1 document again, for checkers that we did not write. */
export function openapiDocument(): string {
  const { operations, schemas } = JSON.parse(
    readFileSync(new URL('./openapi-slice.json', import.meta.url), 'utf8'),
  ) as Slice;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, { method, path, parameters, body, bodyRequired, answers }] of Object.entries(
    operations,
  )) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId,
      parameters,
      ...(body === null ? {} : { requestBody: { required: bodyRequired, content: jsonOf(body) } }),
      responses: Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          { description: status, ...(schema === null ? {} : { content: jsonOf(schema) }) },
        ]),
      ),
    };
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'GitHub', version: '1' },
    paths,
    components: { schemas },
  };
  return JSON.stringify(document).replaceAll('"#/schemas/', '"#/components/schemas/');
}

function jsonOf(schema: unknown): unknown {
  return { 'application/json': { schema } };
}
