import { afterEach, expect, test } from '@jest/globals';
import { brokenSum, CHECK } from '../support/broken-sum.js';
import { type HttpStub, startHttpStub } from '../support/http-stub.js';
import { repair, runCli } from '../support/run-cli.js';
import { MODEL_KEY } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('adversarial-endpoints');
const stubs: HttpStub[] = [];
async function stub(...args: Parameters<typeof startHttpStub>): Promise<HttpStub> {
  const started = await startHttpStub(...args);
  stubs.push(started);
  return started;
}
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((each) => each.close()));
});

const flags = (url: string) => ['--provider', 'openai', '--model', 'm', '--base-url', `${url}/v1`];
const env = { OPENAI_API_KEY: MODEL_KEY };

test('an answer that ends half-way is none, whatever it holds by then (MDL-08)', async () => {
  const reply = { edits: [{ path: 'src/sum.mjs', oldText: 'a + b + 1', newText: 'a + b' }], giveUp: null };
  const body = JSON.stringify({ choices: [{ message: { content: JSON.stringify(reply) } }] });
  const { url, requests } = await stub((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.write(body.slice(0, -2), () => response.destroy());
  });
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const { report } = await repair(repository, { folder, gate: CHECK, args: flags(url), env });
  expect(report).toMatchObject({ status: 'deferred', stopReason: 'model-unavailable', branch: null });
  expect(report.usage).toMatchObject({ modelCalls: 1, executions: 1 });
  expect(requests.length).toBeLessThanOrEqual(4);
  expect(repository.snapshot()).toBe(before);
});

test('a key is sent to no other host, wherever the endpoint sends us (MDL-12)', async () => {
  const elsewhere = await stub((response) => response.end('{}'));
  const { url, requests } = await stub((response) =>
    response.writeHead(307, { location: `${elsewhere.url.replace('127.0.0.1', 'localhost')}/v1` }).end(),
  );
  const { report, stderr } = await repair(brokenSum(folder), { folder, gate: CHECK, args: flags(url), env });
  expect(report).toMatchObject({ status: 'deferred', branch: null });
  expect(report.detail).toContain('redirects are not followed');
  expect([requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  expect(JSON.stringify(report) + stderr).not.toContain(MODEL_KEY);
});

test('a key does not go over plain http to a public host (MDL-12)', async () => {
  const { exitCode, stderr } = await runCli(['run', '--gate', CHECK, ...flags('http://models.example.com')], {
    cwd: brokenSum(folder).folder,
    env,
  });
  expect(exitCode).toBe(64);
  expect(stderr).toContain('must begin with https://');
});
