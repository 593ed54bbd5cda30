import { expect, test } from '@jest/globals';
import { createRedaction, secretValues } from '../../src/domain/redaction.js';

// Made up by the rules of their formats; none is a real credential.
const FORMATS = [
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2'.repeat(10)}`,
  `glpat-${'a1B2'.repeat(5)}`,
  `sk-${'a1B2'.repeat(10)}`,
  'AKIAABCDEFGHIJKLMNOP',
  `xoxb-${'1234-'.repeat(4)}abcd`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'a1B2'.repeat(8)}`,
  '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
];

test.each(FORMATS)('a credential of a known format is masked, also right behind a word: %s', (secret) => {
  const text = createRedaction([])(`before${secret} after`);
  expect(text).not.toContain(secret);
  expect(text).toContain('before');
  expect(text).toContain(' after');
});

test('the password in a URL goes, its host stays', () => {
  expect(createRedaction([])('postgres://app:hunter22@db.example.com/x')).toBe(
    'postgres://app:[redacted]@db.example.com/x',
  );
});

test('a known value is masked in plain, base64, hex, URL-encoded and JSON-escaped form', () => {
  const secret = 'p&ss"word/+1';
  const redact = createRedaction([secret]);
  const bytes = Buffer.from(secret);
  for (const form of [
    secret,
    bytes.toString('base64'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret),
  ]) {
    expect(redact(`<${form}>`)).not.toContain(form.replaceAll('"', '').slice(2, -2));
  }
});

test('a credential is masked through the colours that interrupt it, also in JSON', () => {
  const token = `${FORMATS[0]?.slice(0, 9)}\u001b[1;31m${FORMATS[0]?.slice(9)}\u001b[0m`;
  const redact = createRedaction([]);
  expect(redact(`a ${token} b`)).toBe('a [redacted] b');
  expect(JSON.parse(redact(JSON.stringify({ text: `a ${token} b`, path: 'C:\\u001b[31m' })))).toEqual({
    text: 'a [redacted] b',
    path: 'C:\\u001b[31m',
  });
  expect(redact('\u001b[31mred\u001b[0m')).toBe('\u001b[31mred\u001b[0m');
});

test('ordinary words and code stay as they are', () => {
  const text = 'const skip = task.sk - 1; // https://example.com/a:b, see author: token count 5, "x":"y@z"';
  expect(createRedaction(['short'])(text)).toBe(text);
});

test('masking a JSON text leaves JSON', () => {
  const json = JSON.stringify({
    a: 'https://x:y',
    b: 'z@w',
    c: `Authorization: Bearer ${'t'.repeat(20)}`,
    d: FORMATS[7],
  });
  expect(() => JSON.parse(createRedaction([])(json))).not.toThrow();
});

test.each([
  'packages/task-scheduler-and-worker-pool',
  'src/risk-assessment-for-every-order-line.ts',
  'AKIA-like words',
])('%s is no credential', (text) => {
  expect(createRedaction([])(text)).toBe(text);
});

test('names that only contain such a word keep no secret', () => {
  expect(
    secretValues({
      GIT_AUTHOR_NAME: 'Somebody Else',
      AUTH_SCOPE: 'packages',
      KEYBOARD: 'qwertyuiop',
      MONKEY: 'see-monkey-do',
    }),
  ).toEqual([]);
});

test('secret values are those of variables whose names say so', () => {
  const environment = {
    OPENAI_API_KEY: 'k1',
    GITHUB_TOKEN: 't1',
    DB_PASSWORD: 'p1',
    PATH: '/bin',
    SSH_AUTH_SOCK: '/tmp/sock',
  };
  expect(secretValues(environment)).toEqual(['k1', 't1', 'p1']);
});
