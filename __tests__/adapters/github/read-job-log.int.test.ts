import { expect, test } from '@jest/globals';
import { createGitHubClient } from '../../../src/adapters/github/client.js';
import { readJobLog } from '../../../src/adapters/github/read-job-log.js';
import type { NewJob } from '../../support/github/failed-run.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { startHttpStub } from '../../support/http-stub.js';

const start = useFakeGithub();

function readerOf(place: { readonly apiUrl: string; readonly token: string; readonly secondsLeft?: number }) {
  const pauses: number[] = [];
  const limits = {
    signal: new AbortController().signal,
    timeLeftMs: () => (place.secondsLeft ?? 1800) * 1000,
    pause: async (ms: number) => {
      pauses.push(ms);
    },
  };
  const client = createGitHubClient({ ...place, ...limits });
  return {
    pauses,
    read: (owner: string, name: string, id: number) =>
      readJobLog(client, { owner, name }, { id, name: 'test' }, limits),
  };
}

async function readFrom(job: NewJob, secondsLeft?: number) {
  const github = await start();
  const id = github.addFailedRun({ jobs: [job] }).attempts[0]!.jobs[0]!.id;
  const { token, apiUrl } = github;
  const { pauses, read } = readerOf({ apiUrl, token, ...(secondsLeft && { secondsLeft }) });
  return { github, pauses, read: () => read(github.owner, github.name, id) };
}

test('the log is the text that the runner wrote', async () => {
  const { read } = await readFrom({ log: '\uFEFF2026-11-30T00:00:00.0000000Z é\n' });
  expect(await read()).toEqual({ kind: 'log', text: '\uFEFF2026-11-30T00:00:00.0000000Z é\n' });
});

test('a log that is not there yet is asked for with growing pauses', async () => {
  const { read, pauses } = await readFrom({ logNotReadyFor: 6 });
  expect(await read()).toMatchObject({ kind: 'log' });
  expect(pauses).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000]);
});

test('also where the API itself does not know it yet', async () => {
  const { github, read, pauses } = await readFrom({});
  github.faults.plan('actions/download-job-logs-for-workflow-run', { kind: 'status', status: 404 });
  expect(await read()).toMatchObject({ kind: 'log' });
  expect(pauses).toEqual([1000]);
});

test('no longer than there is time', async () => {
  const { read, pauses } = await readFrom({ logNotReadyFor: 99 }, 2);
  await expect(read()).rejects.toMatchObject({ name: 'HostError', kind: 'unavailable' });
  expect(pauses).toEqual([1000]);
});

test('a third stale link is the last', async () => {
  const { github, read } = await readFrom({});
  github.faults.plan('download', { kind: 'status', status: 403 }, 9);
  await expect(read()).rejects.toMatchObject({ name: 'HostError', kind: 'unavailable' });
  expect(github.requests).toHaveLength(3);
});

test('a log that is gone is gone after one call', async () => {
  const { github, read, pauses } = await readFrom({ logIsExpired: true });
  expect(await read()).toEqual({ kind: 'expired' });
  expect([github.requests.length, pauses]).toEqual([1, []]);
});

test('a page in the place of the log is no log, and the token is not shown to the storage', async () => {
  const storage = await startHttpStub((response, count) => {
    const type = count === 1 ? 'text/html' : 'text/plain';
    response.writeHead(200, { 'content-type': type }).end(count === 1 ? '<html>sign in' : 'the log');
  });
  const api = await startHttpStub((response) => {
    response.writeHead(302, { location: `${storage.url}/log?sig=1` }).end();
  });
  const { read } = readerOf({ apiUrl: api.url, token: 'hunter2' });
  expect(await read('o', 'r', 1)).toEqual({ kind: 'log', text: 'the log' });
  expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  await Promise.all([api.close(), storage.close()]);
});

test('of a log beyond 64 MiB, head and tail are kept', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const storage = await startHttpStub((response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('HEAD\n');
    for (let count = 0; count < 80; count++) response.write(megabyte);
    response.end('\nTAIL');
  });
  const api = await startHttpStub((response) => {
    response.writeHead(302, { location: `${storage.url}/log` }).end();
  });
  const log = await readerOf({ apiUrl: api.url, token: 't' }).read('o', 'r', 1);
  const text = log.kind === 'log' ? log.text : '';
  expect([text.slice(0, 5), text.slice(-5)]).toEqual(['HEAD\n', '\nTAIL']);
  expect(text.length).toBeLessThan(66 * 1024 * 1024);
  expect(text.length).toBeGreaterThan(62 * 1024 * 1024);
  await Promise.all([api.close(), storage.close()]);
});
