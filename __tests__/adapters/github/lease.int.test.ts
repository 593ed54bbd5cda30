import { expect, test } from '@jest/globals';
import { GitHubLease, releaseLeases } from '../../../src/adapters/github/lease.js';
import { leaseMessage, leaseRef } from '../../../src/domain/lease.js';
import type { FakeGithub } from '../../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../../support/github/tokens.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { clientOf } from '../../support/github-host.js';

const start = useFakeGithub();
const BRANCH = 'smart-fix/abc';
const refIn = (github: FakeGithub): string => leaseRef(BRANCH, 'main', github.headOf('main') ?? '');

function leaseOf(
  github: FakeGithub,
  { runId = 1, attempt = 1, token = github.token, isShared = false } = {},
) {
  const client = clientOf(github, { token });
  const lease = new GitHubLease({
    ...{ client, at: { owner: github.owner, repo: github.name }, base: 'main', isShared },
    terms: { runId, attempt, seconds: 600 },
    headSha: github.headOf('main') ?? '',
  });
  return { take: () => lease.take(BRANCH), release: () => lease.release(client) };
}

const leases = (github: FakeGithub) => github.world.git.refs('refs/smart-fix/');

test('jobs of one workflow run share a lease, and another run does not get it', async () => {
  const github = await start();
  expect(await leaseOf(github, { isShared: true }).take()).toEqual({ kind: 'taken' });
  expect(await leaseOf(github, { isShared: true }).take()).toEqual({ kind: 'taken' });
  expect(await leaseOf(github).take()).toEqual({ kind: 'held', runId: 1 });
  expect(await leaseOf(github, { runId: 2, isShared: true }).take()).toEqual({ kind: 'held', runId: 1 });
  const at = { owner: github.owner, repo: github.name };
  expect(await releaseLeases(clientOf(github), at, { runId: 2, attempt: 1 })).toBe(true);
  expect(leases(github)).toHaveLength(1);
  expect(await releaseLeases(clientOf(github), at, { runId: 1, attempt: 1 })).toBe(true);
  expect(leases(github)).toEqual([]);
});

/** A lease that run 7 took so many seconds ago. */
function taken(
  github: FakeGithub,
  secondsAgo: number,
  message = leaseMessage({ runId: 7, attempt: 1, seconds: 600 }),
) {
  const { git } = github.world;
  const date = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const who = { name: 'x', email: 'x@example.com', date };
  const tree = git.git(['rev-parse', 'refs/heads/main^{tree}']).trim();
  const commit = git.writeCommit({ tree, parents: [], message, author: who, committer: who });
  git.moveRef(refIn(github), commit, null);
  return commit;
}

test('of twenty starts at once one has the lease, and the others know who', async () => {
  const github = await start();
  const all = Array.from({ length: 20 }, (_, index) => leaseOf(github, { runId: index + 1 }));
  const answers = await Promise.all(all.map((lease) => lease.take()));
  const winner = answers.findIndex(({ kind }) => kind === 'taken');
  expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
  expect(answers.filter((_, index) => index !== winner)).toEqual(
    Array.from({ length: 19 }, () => ({ kind: 'held', runId: winner + 1 })),
  );
  expect(await Promise.all(all.map((lease) => lease.release()))).not.toContain(false);
  expect(leases(github)).toEqual([]);
});

test('a lease that was given back can be taken, and one that ran out is taken over', async () => {
  const github = await start();
  const first = leaseOf(github);
  await first.take();
  await first.release();
  taken(github, 601);
  const second = leaseOf(github, { runId: 2 });
  expect(await second.take()).toEqual({ kind: 'taken' });
  expect(await leaseOf(github, { runId: 3 }).take()).toEqual({ kind: 'held', runId: 2 });
  expect(await second.release()).toBe(true);
});

test('of several that take over one lease at once, one has it', async () => {
  const github = await start();
  taken(github, 601);
  const answers = await Promise.all([2, 3, 4, 5].map((runId) => leaseOf(github, { runId }).take()));
  expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
});

test('a lease that still runs binds others, but not the next attempt of its own run', async () => {
  const github = await start();
  taken(github, 500);
  expect(await leaseOf(github).take()).toEqual({ kind: 'held', runId: 7 });
  expect(await leaseOf(github, { runId: 7, attempt: 2 }).take()).toEqual({ kind: 'taken' });
});

test('a ref of that name that is no lease of ours binds nobody', async () => {
  const github = await start();
  taken(github, 0, 'mine\n');
  expect(await leaseOf(github).take()).toEqual({ kind: 'taken' });
});

test('a lease that somebody took over is not taken from them', async () => {
  const github = await start();
  const late = leaseOf(github);
  await late.take();
  const [mine] = leases(github);
  github.world.git.moveRef(refIn(github), null, mine?.sha ?? '');
  const theirs = taken(github, 0);
  expect(await late.release()).toBe(false);
  expect(leases(github)).toEqual([{ ref: refIn(github), sha: theirs }]);
});

test('a lease whose answer got lost is found', async () => {
  const github = await start();
  github.faults.plan('git/create-ref', { kind: 'reset', afterEffect: true });
  expect(await leaseOf(github).take()).toEqual({ kind: 'taken' });
});

test('a token that may not write has no lease, and is told why', async () => {
  const github = await start();
  const token = github.tokenWith({ ...ALL_PERMISSIONS, contents: 'read' });
  expect(await leaseOf(github, { token }).take()).toMatchObject({
    kind: 'unavailable',
    detail: expect.stringContaining('not accessible'),
  });
});
