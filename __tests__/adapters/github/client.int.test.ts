import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createGitHubClient } from '../../../src/adapters/github/client.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { type HttpStub, startHttpStub } from '../../support/http-stub.js';

const start = useFakeGithub();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function clientOf(apiUrl: string, { token = 't', secondsLeft = 1800, repositoryId = 7000 } = {}) {
  const pauses: number[] = [];
  const stop = new AbortController();
  const client = createGitHubClient({
    ...{ token, apiUrl, repositoryId, signal: stop.signal, timeLeftMs: () => secondsLeft * 1000 },
    pause: async (ms) => {
      pauses.push(ms);
    },
  });
  return { client, pauses, stop };
}

async function fakeClient(secondsLeft?: number) {
  const github = await start();
  const at = { owner: github.owner, repo: github.name };
  return {
    github,
    at,
    ...clientOf(github.apiUrl, { token: github.token, ...(secondsLeft && { secondsLeft }) }),
  };
}

/** A server of these answers, one after the other; the last one again and again. */
async function stubOf(
  answers: readonly (readonly [number, Record<string, string>, string])[],
): Promise<HttpStub> {
  const stub = await startHttpStub((response, count) => {
    const [status, headers, body] = answers[Math.min(count, answers.length) - 1] ?? [500, {}, ''];
    response.writeHead(status, headers).end(body);
  });
  closing.push(() => stub.close());
  return stub;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const AT = { owner: 'o', repo: 'r' };

test('a read is repeated three times with growing pauses, then the host is said to be down', async () => {
  const { github, at, client, pauses } = await fakeClient();
  github.faults.plan('repos/get', { kind: 'status', status: 503 }, 4);
  await expect(client.rest.repos.get(at)).rejects.toMatchObject({ name: 'HostError', kind: 'unavailable' });
  expect(pauses).toEqual([1000, 2000, 4000]);
  expect(github.requests).toHaveLength(4);
  expect((await client.rest.repos.get(at)).status).toBe(200);
});

test('a broken connection is like an outage', async () => {
  const { github, at, client, pauses } = await fakeClient();
  github.faults.plan('repos/get', { kind: 'reset' });
  expect((await client.rest.repos.get(at)).status).toBe(200);
  expect(pauses).toEqual([1000]);
});

test.each(['status', 'reset'] as const)(
  'a write that makes something is never repeated after a fault (%s)',
  async (kind) => {
    const { github, at, client, pauses } = await fakeClient();
    github.faults.plan('issues/create', kind === 'reset' ? { kind } : { kind, status: 502 });
    await expect(client.rest.issues.create({ ...at, title: 'x' })).rejects.toThrow();
    expect([pauses, github.requests.length]).toEqual([[], 1]);
  },
);

test('a change of a text is repeated after a fault', async () => {
  const { github, at, client, pauses } = await fakeClient();
  const { data } = await client.rest.issues.create({ ...at, title: 'x' });
  github.faults.plan('issues/update', { kind: 'status', status: 502 });
  await client.rest.issues.update({ ...at, issue_number: data.number, title: 'y' });
  expect([pauses, github.issues()[0]?.title]).toEqual([[1000], 'y']);
});

test.each([401, 403, 404])('an answer of %s is final', async (status) => {
  const { github, at, client, pauses } = await fakeClient();
  github.faults.plan('repos/get', { kind: 'status', status });
  await expect(client.rest.repos.get(at)).rejects.toMatchObject({ status });
  expect([pauses, github.requests.length]).toEqual([[], 1]);
});

test.each([403, 429] as const)('a limit with retry-after (%s) is waited for, writes too', async (status) => {
  const { github, at, client, pauses } = await fakeClient();
  github.faults.plan('issues/create', { kind: 'secondary-limit', retryAfterSeconds: 60, status });
  await client.rest.issues.create({ ...at, title: 'x' });
  expect(pauses).toEqual([60_000]);
  expect(github.issues()).toHaveLength(1);
});

test('a limit that lasts longer than the time left is not waited for', async () => {
  const { github, at, client, pauses } = await fakeClient(600);
  github.faults.plan('repos/get', { kind: 'primary-limit', resetSeconds: 900 });
  await expect(client.rest.repos.get(at)).rejects.toMatchObject({ name: 'HostError', kind: 'rate-limited' });
  expect([pauses, github.requests.length]).toEqual([[], 1]);
});

test('how long to wait is reckoned by the server’s clock', async () => {
  const server = Date.parse('2026-11-30T10:00:00Z');
  const headers = {
    ...JSON_TYPE,
    date: new Date(server).toUTCString(),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(server / 1000 + 90),
  };
  const stub = await stubOf([
    [403, headers, '{"message":"API rate limit exceeded"}'],
    [200, JSON_TYPE, '{}'],
  ]);
  const { client, pauses } = clientOf(stub.url);
  await client.rest.repos.get(AT);
  expect(pauses).toEqual([90_000]);
});

test('a limit that says nothing is waited for a minute, then longer, then told', async () => {
  const stub = await stubOf([[429, JSON_TYPE, '{"message":"slow down"}']]);
  const { client, pauses } = clientOf(stub.url);
  await expect(client.rest.repos.get(AT)).rejects.toMatchObject({ kind: 'rate-limited' });
  expect(pauses).toEqual([60_000, 120_000, 240_000]);
});

test.each([
  ['JSON that is cut off', JSON_TYPE, '{"id": 1, "na'],
  ['a page of a proxy', { 'content-type': 'text/html' }, '<html>busy</html>'],
  ['nothing', JSON_TYPE, ''],
])('%s with status 200 is no answer: it is asked again', async (_, headers, body) => {
  const stub = await stubOf([
    [200, headers, body],
    [200, JSON_TYPE, '{"id": 1}'],
  ]);
  const { client, pauses } = clientOf(stub.url);
  expect((await client.rest.repos.get(AT)).data).toEqual({ id: 1 });
  expect(pauses).toEqual([1000]);
});

test('a body that is shorter than it said is no answer', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '500' });
    response.write('{"id": 1}');
    setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { client, pauses } = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(client.rest.repos.get(AT)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(pauses).toHaveLength(3);
});

test('the next page of another host is not asked for: the token stays here', async () => {
  const other = await stubOf([[200, JSON_TYPE, '[]']]);
  const stub = await stubOf([[200, { ...JSON_TYPE, link: `<${other.url}/page2>; rel="next"` }, '[]']]);
  const { client } = clientOf(stub.url);
  await expect(client.paginate(client.rest.issues.listForRepo, AT)).rejects.toThrow('another host');
  expect(other.requests).toEqual([]);
});

test('a stopped run sends nothing more', async () => {
  const { at, client, pauses, stop } = await fakeClient();
  stop.abort();
  await expect(client.rest.repos.get(at)).rejects.toThrow();
  expect(pauses).toEqual([]);
});

test('what did not change since it was read is not counted against the limit, and is the same', async () => {
  const { github, at, client } = await fakeClient();
  github.person.openIssue('one', 'text');
  const read = () => client.paginate(client.rest.issues.listForRepo, { ...at, per_page: 100 });
  const first = await read();
  const used = github.world.rateLimit.used;
  expect(await read()).toEqual(first);
  expect([github.requests.map(({ status }) => status), github.world.rateLimit.used]).toEqual([
    [200, 304],
    used,
  ]);
  github.person.openIssue('two', 'text');
  expect(await read()).toHaveLength(2);
});

test('what a caller does to an answer is not in the next one', async () => {
  const { at, client } = await fakeClient();
  const first = await client.rest.repos.get(at);
  first.data.name = 'changed';
  expect((await client.rest.repos.get(at)).data.name).toBe(at.repo);
});

test('a renamed repository is followed by its number, in reads with their query and in writes with their body', async () => {
  const { github, at, client } = await fakeClient();
  github.state.repository.formerNames.push('old');
  const old = { ...at, repo: 'old' };
  github.person.openIssue('shut', 'text');
  github.person.close(1);
  const { data: issue } = await client.rest.issues.create({ ...old, title: 'made', body: 'B' });
  const { data: list } = await client.rest.issues.listForRepo({ ...old, state: 'open' });
  expect(list.map(({ number, title, body }) => ({ number, title, body }))).toEqual([
    { number: issue.number, title: 'made', body: 'B' },
  ]);
  expect(github.issues()).toHaveLength(2);
});

const REDIRECT = (place: string) => [301, { ...JSON_TYPE, location: place }, '{}'] as const;

test.each([
  ['another repository', (url: string) => `${url}/repositories/8/issues`, 'another repository'],
  ['another host', () => 'https://evil.example/repositories/7000/issues', 'another host'],
  ['itself', (url: string) => `${url}/repositories/7000/issues`, 'in circles'],
])('a redirect to %s is not followed', async (_, placeOf, said) => {
  const stub = await stubOf([]);
  const place = placeOf(stub.url);
  const redirecting = await startHttpStub((response) => {
    const [status, headers, body] = REDIRECT(place.replace(stub.url, redirecting.url));
    response.writeHead(status, headers).end(body);
  });
  closing.push(() => redirecting.close());
  const { client } = clientOf(redirecting.url);
  await expect(client.rest.issues.listForRepo(AT)).rejects.toThrow(said);
});

test('writes go out one at a time, and after the first twenty no faster than one a second', async () => {
  let open = 0;
  let most = 0;
  const stub = await startHttpStub((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(201, JSON_TYPE).end('{}');
    }, 5);
  });
  closing.push(() => stub.close());
  const { client, pauses } = clientOf(stub.url);
  await Promise.all(Array.from({ length: 23 }, () => client.rest.issues.create({ ...AT, title: 'x' })));
  expect([most, stub.requests.length, pauses]).toEqual([1, 23, [1000, 1000, 1000]]);
});
