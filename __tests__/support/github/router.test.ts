import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { operationOf } from './contract.js';
import { matchRoute } from './router.js';

const operations: readonly string[] = JSON.parse(
  readFileSync(new URL('./openapi-operations.json', import.meta.url), 'utf8'),
);

test('every operation of the slice is served', () => {
  const unserved = operations.filter((id) => {
    const { method, path } = operationOf(id);
    return matchRoute(method, path.replace(/\{\w+\}/g, '1'))?.route.operation !== id;
  });
  expect(unserved).toEqual([]);
});

test('a ref may hold slashes, written plainly or percent-encoded', () => {
  for (const ref of ['heads/smart-fix/1', 'heads%2Fsmart-fix%2F1']) {
    expect(matchRoute('GET', `/repos/o/r/git/ref/${ref}`)?.path.ref).toBe('heads/smart-fix/1');
  }
});

test('the more exact of two paths wins', () => {
  expect(matchRoute('GET', '/repos/o/r/commits/main/check-runs')?.route.operation).toBe(
    'checks/list-for-ref',
  );
  expect(matchRoute('GET', '/repos/o/r/commits/feature/x')?.route.operation).toBe('repos/get-commit');
});

test('another method or path is not served', () => {
  expect(matchRoute('PUT', '/repos/o/r/pulls')).toBeNull();
  expect(matchRoute('GET', '/repos/o/r/secrets')).toBeNull();
});
