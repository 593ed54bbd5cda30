import { readFileSync } from 'node:fs';
import type { Ajv as AjvClass, ValidateFunction } from 'ajv';
import ajvModule from 'ajv';
import formatsModule from 'ajv-formats';

/** One operation of GitHub's description, as scripts/openapi-slice.mjs cuts it out. */
export interface Operation {
  readonly method: string;
  /** `/repos/{owner}/{repo}/pulls` */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  readonly bodyRequired: boolean;
  /** JSON schema of the answer by status; null where the answer has no JSON body. */
  readonly answers: Readonly<Record<string, JsonSchema | null>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export interface Slice {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The version of the REST API that the description is of. */
const API_VERSION = '2022-11-28';

/** Answers that GitHub gives to any request, whatever the operation lists: not found, limits, outages, unchanged. */
const UNIVERSAL = ['304', '401', '403', '404', '429', '500', '502', '503'];

/** Answers that GitHub gives and its description leaves out: deleted logs, and what cannot be processed. */
const UNDOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  'actions/download-job-logs-for-workflow-run': ['410'],
  'actions/create-workflow-dispatch': ['422'],
  'checks/create': ['422'],
  'checks/update': ['422'],
  'repos/create-commit-status': ['422'],
  'repos/list-pull-requests-associated-with-commit': ['422'],
};

const BASIC_ERROR = 'github#/schemas/basic-error';

const slice = JSON.parse(readFileSync(new URL('./openapi-slice.json', import.meta.url), 'utf8')) as Slice;
// Both packages are CommonJS whose default lies one step deeper when Node imports them.
const Ajv = ajvModule as unknown as typeof AjvClass;
const addFormats = formatsModule as unknown as (ajv: AjvClass) => void;

function compiler(coerceTypes: false | 'array'): AjvClass {
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes });
  addFormats(ajv);
  // GitHub's own address of a bot has brackets: `41898282+github-actions[bot]@users.noreply.github.com`.
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat('repo.nwo', /^[^/]+\/[^/]+$/);
  ajv.addSchema({ $id: 'github', ...slice });
  return ajv;
}

const bodies = compiler(false);
// Values in a path or a query are texts.
const texts = compiler('array');

const compiled = new Map<string, ValidateFunction>();

function faultsOf(ajv: AjvClass, reference: string, value: unknown): string[] {
  const key = `${ajv === texts ? 'text' : 'body'} ${reference}`;
  const validate = compiled.get(key) ?? ajv.compile({ $ref: reference });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim());
}

function pointer(...keys: readonly (string | number)[]): string {
  return ['github#', ...keys.map((key) => String(key).replace(/~/g, '~0').replace(/\//g, '~1'))].join('/');
}

/** @throws Error when GitHub's description, or our slice of it, has no such operation. */
export function operationOf(id: string): Operation {
  const operation = slice.operations[id];
  if (operation === undefined) {
    throw new Error(
      `${id} is not in openapi-slice.json: add it to openapi-operations.json, then npm run openapi-slice`,
    );
  }
  return operation;
}

export interface CheckedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed body; undefined when the request had none. */
  readonly body: unknown;
  readonly apiVersion: string | undefined;
}

/** What of a request does not fit GitHub's description; a name that it does not know counts, since GitHub ignores it. */
export function requestFaults(id: string, { path, query, body, apiVersion }: CheckedRequest): string[] {
  const { parameters, body: schema, bodyRequired } = operationOf(id);
  const faults: string[] = [];
  parameters.forEach((parameter, index) => {
    const value = (parameter.in === 'path' ? path : query)[parameter.name];
    if (value === undefined) {
      if (parameter.required) faults.push(`${parameter.in} ${parameter.name} is missing`);
      return;
    }
    const reference = pointer('operations', id, 'parameters', index, 'schema');
    faults.push(
      ...faultsOf(texts, reference, value).map((fault) => `${parameter.in} ${parameter.name} ${fault}`),
    );
  });
  for (const name of Object.keys(query)) {
    const known = parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
    if (!known) faults.push(`query ${name} is unknown`);
  }
  if (apiVersion !== undefined && apiVersion !== API_VERSION) {
    faults.push(`X-GitHub-Api-Version ${apiVersion} is not ${API_VERSION}`);
  }
  return [...faults, ...bodyFaults({ id, schema, required: bodyRequired, body })];
}

function bodyFaults(given: {
  readonly id: string;
  readonly schema: JsonSchema | null;
  readonly required: boolean;
  readonly body: unknown;
}): string[] {
  const { id, schema, required, body } = given;
  if (body === undefined) return required ? ['the body is missing'] : [];
  if (schema === null) return ['a body is sent where none is described'];
  const faults = faultsOf(bodies, pointer('operations', id, 'body'), body);
  return [...faults, ...unknownKeys(schema, body, '')].map((fault) => `body ${fault}`);
}

/** Keys that no branch of the schema names. Objects that are open on purpose, or have no names at all, pass. */
function unknownKeys(schema: JsonSchema, value: unknown, at: string): string[] {
  if (Array.isArray(value)) {
    const items = alternatives(schema).flatMap((each) => (each.items === undefined ? [] : [each.items]));
    return value.flatMap((item, index) => unknownKeys({ anyOf: items }, item, `${at}/${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const objects = alternatives(schema).filter((each) => each.properties !== undefined);
  if (objects.length === 0 || objects.some((each) => each.additionalProperties)) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const inner = objects.flatMap((object) => object.properties?.[key] ?? []);
    return inner.length === 0
      ? [`${at}/${key} is unknown`]
      : unknownKeys({ anyOf: inner }, each, `${at}/${key}`);
  });
}

/** The schema itself and every schema that it refers to or chooses from. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const target = schema.$ref === undefined ? undefined : slice.schemas[schema.$ref.replace('#/schemas/', '')];
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...(target === undefined ? inner : [target, ...inner]).flatMap(alternatives)];
}

/** What of an answer does not fit GitHub's description. A body of text (a diff) is not looked into. */
export function answerFaults(id: string, status: number, body: unknown): string[] {
  const { answers } = operationOf(id);
  const schema = answers[status];
  if (schema === undefined) {
    const known = [...UNIVERSAL, ...(UNDOCUMENTED[id] ?? [])].includes(String(status));
    if (!known) return [`status ${status} is not documented`];
    return body === undefined ? [] : faultsOf(bodies, BASIC_ERROR, body);
  }
  if (typeof body === 'string') return [];
  // Where the description leaves out the body of an error, any will do.
  if (schema === null && status >= 400) return [];
  if (schema === null) return body === undefined ? [] : [`a body is answered with ${status}, which has none`];
  return faultsOf(bodies, pointer('operations', id, 'answers', status), body);
}
