import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-proxy');
const start = useFakeGithub();
const model = scriptedModel();
let proxy: ConnectProxy;

beforeEach(async () => {
  proxy = await startConnectProxy();
});
afterEach(() => proxy.close());

/** A name that nobody but the proxy can resolve. */
const HOST = 'github.test';

async function repairThrough(environment: Readonly<Record<string, string>>, host = HOST) {
  const github = await start(brokenProject());
  const site = github.apiUrl.replace('127.0.0.1', host);
  // So that git pushes.
  const refused = { kind: 'graphql-error', type: 'FORBIDDEN', message: 'no' } as const;
  github.faults.plan('graphql/createCommitOnBranch', refused);
  const places = { GITHUB_API_URL: site, GITHUB_SERVER_URL: site };
  const answers = [{ reply: GOOD }];
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { answers, start: { environment: { ...places, ...environment } } },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  return new URL(site).host;
}

test('where a proxy is named, the API and git go through it, and nothing else knows the way', async () => {
  const host = await repairThrough({ http_proxy: proxy.url });
  expect(proxy.seen).toContain(`CONNECT ${host}`);
  expect(proxy.seen.some((line) => line.includes(`http://${host}/octo-org/project.git/`))).toBe(true);
});

test('a host that needs no proxy is asked without it', async () => {
  await repairThrough({ http_proxy: proxy.url, no_proxy: 'localhost' }, 'localhost');
  expect(proxy.seen).toEqual([]);
});
