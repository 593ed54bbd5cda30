import { expect, test } from '@jest/globals';
import type { TokenFacts } from '../../src/adapters/github/read-token.js';
import { lookAtStart, lookAtToken } from '../../src/main/doctor/look-at-token.js';

const FACTS: TokenFacts = {
  kind: 'workflow',
  login: 'github-actions[bot]',
  scopes: [],
  accountPushes: false,
  unreadable: [],
};
const seen = (facts: Partial<TokenFacts>, job: Parameters<typeof lookAtToken>[2] = null) =>
  lookAtToken('github-token', { kind: 'facts', facts: { ...FACTS, ...facts } }, job);
const person = { login: 'ann', accountPushes: true };

test.each<[string, Partial<TokenFacts>, RegExp]>([
  [
    'a classic token with its scopes',
    { ...person, kind: 'classic', scopes: ['repo', 'workflow'] },
    /classic token.*ann.*scopes repo, workflow/,
  ],
  [
    'a fine-grained token, whose powers nobody tells',
    { ...person, kind: 'fine-grained' },
    /fine-grained.*may be fewer/,
  ],
  [
    'a token of an app',
    { kind: 'app', login: 'fixer[bot]' },
    /app \(fixer\[bot\]\); what it may write is not told/,
  ],
])('%s is told for what it is, and stops nothing', (_, facts, text) => {
  const [first, ...more] = seen(facts);
  expect(first?.text).toMatch(text);
  expect([first?.state === 'missing', more]).toEqual([false, []]);
});

test.each<[string, Partial<TokenFacts>]>([
  ['a classic token without the scope', { ...person, kind: 'classic', scopes: ['gist'] }],
  ['an account that may not push', { ...person, kind: 'person', accountPushes: false }],
])('%s is missing a power', (_, facts) => {
  expect(seen(facts)).toMatchObject([{ state: 'missing', add: ['gh auth refresh --scopes repo'] }]);
});

test('what an app may not even read is missing, with its line', () => {
  const [, refused] = seen({ kind: 'app', login: 'fixer[bot]', unreadable: ['actions'] });
  expect(refused).toMatchObject({ state: 'missing', add: ['actions: read'] });
});

test('a job with all powers and one that may write everything are alike', () => {
  expect(seen({}, () => 'write').at(-1)).toMatchObject({ topic: 'permissions', state: 'fine' });
});

test('of a power that a repair can do without it is said what is lost', () => {
  const without = (name: string) => seen({}, (permission) => (permission === name ? 'none' : 'write')).at(-1);
  expect(without('issues')).toMatchObject({ state: 'note', add: ['  issues: write'] });
  expect(without('issues')?.text).toContain('told in the job summary alone');
  expect(without('contents')).toMatchObject({ state: 'missing', add: ['  contents: write'] });
});

test('only the own token of a workflow starts nothing', () => {
  expect(lookAtStart('github-token', 'workflow', false)).toMatchObject({ state: 'note' });
  for (const kind of ['app', 'fine-grained', 'classic', 'person'] as const)
    expect(lookAtStart('push-token', kind, false)).toMatchObject({ state: 'fine', add: [] });
});
