import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { createGitHubClient } from '../../src/adapters/github/client.js';
import { readJobLog } from '../../src/adapters/github/read-job-log.js';
import { startHttpStub } from '../support/http-stub.js';

const LOG = '\ufeff2026-11-30T00:00:00.0000000Z src/a.ts:1:1: error: <html> is no page here\n';

/** A job's log from a storage that answers each request with the next of `answers`, and then the last again. */
async function download(...answers: readonly ((response: ServerResponse) => void)[]) {
  const storage = await startHttpStub((response, count) =>
    answers[Math.min(count, answers.length) - 1]?.(response),
  );
  const api = await startHttpStub((response) => {
    response.writeHead(302, { location: `${storage.url}/log` }).end();
  });
  const limits = {
    signal: new AbortController().signal,
    timeLeftMs: () => 60_000,
    pause: async () => {},
  };
  const client = createGitHubClient({ apiUrl: api.url, token: 't', ...limits });
  const job = { id: 1, name: 'test' };
  const log = await readJobLog(client, { owner: 'o', name: 'r' }, job, limits).catch(
    (error: unknown) => error,
  );
  await Promise.all([api.close(), storage.close()]);
  return { log, requests: storage.requests.length };
}

const plain =
  (body: string, more: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...more }).end(body);
  };

const BROKEN: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['nothing', plain('')],
  ['a byte order mark alone', plain('\ufeff\n')],
  ['a page that calls itself text', plain('\n<!DOCTYPE html>\n<html><body>src/a.ts:1:1: error: x</body>')],
  ['a page that calls itself nothing', (response) => response.writeHead(200).end('<html lang="en">sign in')],
  [
    'less than was announced',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '9999' });
      response.write(LOG);
      setTimeout(() => response.destroy(), 20);
    },
  ],
  [
    'chunks without an end',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write(LOG);
      setTimeout(() => response.destroy(), 20);
    },
  ],
];

test.each(BROKEN)(
  'ARC-05: %s with status 200 is asked for again, and never read as a log',
  async (_, broken) => {
    expect(await download(broken, plain(LOG))).toEqual({ log: { kind: 'log', text: LOG }, requests: 2 });
  },
);

test.each(BROKEN)('ARC-05: three times %s is the end, told as a fault of the platform', async (_, broken) => {
  const { log, requests } = await download(broken);
  expect([log, requests]).toEqual([expect.objectContaining({ name: 'HostError', kind: 'unavailable' }), 3]);
});

test('LOG-06: what is left out of a log beyond 64 MiB is said where it stood', async () => {
  const megabyte = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  const { log } = await download((response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    for (let count = 0; count < 80; count++) response.write(megabyte);
    response.end('the end\n');
  });
  const { text } = log as { readonly text: string };
  const omitted = Number(/^\[smart-fix: (\d+) bytes left out here\]$/m.exec(text)?.[1]);
  const note = `\n[smart-fix: ${omitted} bytes left out here]\n`;
  expect(omitted).toBeGreaterThan(0);
  expect(text.length - note.length + omitted).toBe(80 * megabyte.length + 'the end\n'.length);
});
