import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { answerFaults, operationOf, requestFaults } from './contract.js';

const PATH = { owner: 'octo-org', repo: 'project' };

function request(fields: Partial<Parameters<typeof requestFaults>[1]>) {
  return { path: PATH, query: {}, body: undefined, apiVersion: undefined, ...fields };
}

test('a request that fits the description has no fault', () => {
  const body = { title: 'Fix', head: 'fix', base: 'main', draft: true };
  expect(requestFaults('pulls/create', request({ body, apiVersion: '2022-11-28' }))).toEqual([]);
});

test('a misspelt key of the body is a fault, though GitHub would ignore it', () => {
  const body = { title: 'Fix', head: 'fix', base: 'main', darft: true };
  expect(requestFaults('pulls/create', request({ body }))).toEqual(['body /darft is unknown']);
});

test('a misspelt key deep in the body is a fault', () => {
  const body = { tree: [{ path: 'a', mode: '100644', typ: 'blob' }] };
  expect(requestFaults('git/create-tree', request({ body }))).toEqual(['body /tree/0/typ is unknown']);
});

test('an object that is open on purpose takes any key', () => {
  const path = { ...PATH, workflow_id: 'ci.yml' };
  const body = { ref: 'main', inputs: { anything: 'goes' } };
  expect(requestFaults('actions/create-workflow-dispatch', request({ path, body }))).toEqual([]);
});

test('a wrong type, a wrong value and a missing key of the body are faults', () => {
  expect(requestFaults('pulls/create', request({ body: { title: 1, head: 'fix' } }))).toEqual([
    "body must have required property 'base'",
    'body /title must be string',
  ]);
  expect(
    requestFaults(
      'issues/update',
      request({ path: { ...PATH, issue_number: '1' }, body: { state: 'shut' } }),
    ),
  ).toEqual(['body /state must be equal to one of the allowed values']);
});

test('a body that is missing, or that nothing describes, is a fault', () => {
  expect(requestFaults('issues/create', request({}))).toEqual(['the body is missing']);
  expect(requestFaults('repos/get', request({ body: {} }))).toEqual([
    'a body is sent where none is described',
  ]);
});

test('a query parameter that is unknown or of the wrong kind is a fault', () => {
  expect(requestFaults('pulls/list', request({ query: { sate: 'open' } }))).toEqual([
    'query sate is unknown',
  ]);
  expect(requestFaults('pulls/list', request({ query: { state: 'shut', per_page: 'ten' } }))).toEqual([
    'query state must be equal to one of the allowed values',
    'query per_page must be integer',
  ]);
});

test('a path value may be a number or a name where either is allowed', () => {
  for (const workflow_id of ['7', 'ci.yml']) {
    expect(requestFaults('actions/get-workflow', request({ path: { ...PATH, workflow_id } }))).toEqual([]);
  }
  const path = { ...PATH, run_id: 'latest' };
  expect(requestFaults('actions/get-workflow-run', request({ path }))).toEqual([
    'path run_id must be integer',
  ]);
});

test('another version of the API is a fault', () => {
  expect(requestFaults('repos/get', request({ apiVersion: '2026-03-10' }))).toEqual([
    'X-GitHub-Api-Version 2026-03-10 is not 2022-11-28',
  ]);
});

test('an answer of a status that GitHub does not document is a fault', () => {
  expect(answerFaults('pulls/create', 200, {})).toEqual(['status 200 is not documented']);
  expect(answerFaults('git/get-ref', 418, undefined)).toEqual(['status 418 is not documented']);
});

test('an answer that lacks what GitHub promises is a fault', () => {
  expect(
    answerFaults('git/get-ref', 200, { ref: 'refs/heads/main', node_id: 'x', url: 'http://x/' }),
  ).toEqual(["must have required property 'object'"]);
  expect(answerFaults('git/delete-ref', 204, {})).toEqual(['a body is answered with 204, which has none']);
});

test('any operation may be answered with what stands before all operations', () => {
  for (const status of [304, 401, 403, 404, 429, 502])
    expect(answerFaults('repos/get-branch', status, {})).toEqual([]);
  expect(answerFaults('repos/get-branch', 502, { message: 7 })).toEqual(['/message must be string']);
});

test('only operations of the description can be named', () => {
  expect(() => operationOf('pulls/approve-everything')).toThrow('npm run openapi-slice');
});

test('the slice holds exactly the listed operations, each schema of which compiles', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  const listed: string[] = read('./openapi-operations.json');
  expect(Object.keys(read('./openapi-slice.json').operations).toSorted()).toEqual(listed);
  for (const id of listed) {
    const { answers } = operationOf(id);
    for (const status of Object.keys(answers)) answerFaults(id, Number(status), {});
    requestFaults(id, request({ body: {} }));
  }
});
