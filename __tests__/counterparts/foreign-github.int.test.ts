import { afterAll, beforeAll, expect } from '@jest/globals';
import { createGitHubClient } from '../../src/adapters/github/client.js';
import { GitHubHost } from '../../src/adapters/github/github-host.js';
import { EMULATE, type Emulate, startEmulate } from '../support/emulate.js';
import { node24 } from '../support/node24.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const PROBE = `test -f ${EMULATE} && ${node24()} -e 'process.exit(process.versions.node.startsWith("24.") ? 0 : 1)'`;
const { test } = toolchain(PROBE);
const folder = temporaryFolder('emulate');
let github: Emulate | null = null;

beforeAll(async () => {
  if (process.env.SMART_FIX_TEST_EMULATE !== undefined) github = await startEmulate(folder);
}, 120_000);

afterAll(async () => {
  await github?.close();
});

const AT = { owner: 'octocat', repo: 'project' };

function clientOf() {
  const { signal } = new AbortController();
  return createGitHubClient({
    ...{ token: 'any', apiUrl: github?.url ?? '', signal, timeLeftMs: () => 60_000 },
    pause: async () => undefined,
  });
}

function hostOf(): GitHubHost {
  const client = clientOf();
  return new GitHubHost(
    { client, placing: client, cleaning: () => client, stays: () => undefined },
    { owner: AT.owner, name: AT.repo },
    (text) => text,
  );
}

async function addBranch(name: string): Promise<void> {
  const { rest } = clientOf();
  const { data } = await rest.git.getRef({ ...AT, ref: 'heads/main' });
  await rest.git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: data.object.sha });
}

test('on a GitHub that we did not write, a pull request is made once and updated afterwards', async () => {
  await addBranch('smart-fix/abc');
  const text = { marker: 'pr:abc', title: 'T', body: 'B' };
  const place = { branch: 'smart-fix/abc', base: 'main', mayCreate: true };
  const kinds = [
    (await hostOf().savePullRequest(text, place)).kind,
    (await hostOf().savePullRequest({ ...text, title: 'T2' }, place)).kind,
  ];
  expect(kinds).toEqual(['created', 'updated']);
  const { data } = await clientOf().rest.pulls.list(AT);
  expect(data).toMatchObject([{ title: 'T2', draft: true, head: { ref: 'smart-fix/abc' } }]);
});

test('there, an issue is made once with our label and updated afterwards', async () => {
  const text = { marker: 'issue:abc', title: 'T', body: 'B' };
  const kinds = [
    (await hostOf().saveIssue(text)).kind,
    (await hostOf().saveIssue({ ...text, title: 'T2' })).kind,
  ];
  expect(kinds).toEqual(['created', 'updated']);
  const { data } = await clientOf().rest.issues.listForRepo({ ...AT, labels: 'smart-fix' });
  expect(data.map(({ title }) => title)).toEqual(['T2']);
});

test('there, a branch is read where it is and is null where it is not', async () => {
  expect(await hostOf().readBranch('main')).toMatch(/^[0-9a-f]{40}$/);
  expect(await hostOf().readBranch('smart-fix/nowhere')).toBeNull();
});
