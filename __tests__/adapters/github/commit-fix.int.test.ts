import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { ChangedFile } from '../../../src/domain/patch.js';
import type { FakeGithub } from '../../support/github/fake-github.js';
import { readCommit } from '../../support/github/read-commit.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { type HostOptions, hostOf } from '../../support/github-host.js';

const start = useFakeGithub();

const BRANCH = 'smart-fix/abc';
const MESSAGE = 'fix: the sum\n\nWhy.\n\nSmart-Fix-Run: run-1\n';
const FILES = { 'a.txt': 'old\n', 'deep/gone.txt': 'x\n', 'kept.txt': 'kept\n' };

const CHANGED: ChangedFile = file('a.txt', 'new \u00e4\r\n');
const ADDED: ChangedFile = { ...file('deep/new.txt', 'n\n'), before: null };
const GONE: ChangedFile = { path: 'deep/gone.txt', before: '100644', after: null, content: null };

function file(path: string, text: string | Uint8Array, mode = '100644'): ChangedFile {
  return { path, before: mode, after: mode, content: Buffer.from(text) };
}

/** The fix of `files` on the head of main, with the tree that git itself makes of it. */
function fixOf(github: FakeGithub, files: readonly ChangedFile[] = [CHANGED, ADDED, GONE]) {
  const { git } = github.world;
  const base = github.headOf('main') ?? '';
  const entries = files.map(({ path, after, content }) => ({
    ...{ path, mode: after ?? '0', sha: content === null ? null : git.writeBlob(Buffer.from(content)) },
  }));
  const change = { tree: git.writeTree(entries, base), files };
  return { branch: BRANCH, replaces: null, base, message: MESSAGE, change };
}

async function begin(options: HostOptions = {}) {
  const github = await start({ files: FILES });
  return { github, host: hostOf(github, options), fix: fixOf(github) };
}

const read = (github: FakeGithub, format: string) =>
  github.world.git.git(['show', '--no-patch', `--format=${format}`, `refs/heads/${BRANCH}`]).trim();

test.each(['commitSigned', 'commitAsData'] as const)(
  '%s: the fix is one signed commit of the verified tree on the base, and no other branch stays',
  async (way) => {
    const { github, host, fix } = await begin();
    const placed = await host[way](fix);
    expect(placed).toEqual({ kind: 'placed', commit: github.headOf(BRANCH), signed: true, leftover: null });
    expect(read(github, '%T %P')).toBe(`${fix.change.tree} ${fix.base}`);
    expect(read(github, '%B')).toBe(MESSAGE.trim());
    expect(github.branches()).toEqual(['main', BRANCH]);
    expect(await host.readFixBranch(BRANCH)).toMatchObject({ ours: true, parent: fix.base });
  },
);

test.each(['commitSigned', 'commitAsData'] as const)(
  '%s: an earlier fix of ours is replaced in one step, and a branch that moved is left alone',
  async (way) => {
    const { github, host, fix } = await begin();
    await host[way](fix);
    const first = github.headOf(BRANCH) ?? '';
    github.person.push('main', { 'kept.txt': 'on\n' });
    const second = await host[way]({ ...fixOf(github), replaces: first });
    expect(second).toMatchObject({ kind: 'placed', commit: github.headOf(BRANCH) });
    const kept = github.person.push(BRANCH, { 'mine.txt': 'mine\n' });
    github.person.push('main', { 'kept.txt': 'further\n' });
    expect(await host[way]({ ...fixOf(github), replaces: first })).toEqual({ kind: 'moved' });
    expect([github.headOf(BRANCH), github.branches()]).toEqual([kept, ['main', BRANCH]]);
    expect(await host.readFixBranch(BRANCH)).toMatchObject({ commit: kept, ours: false });
  },
);

test.each([
  ['an executable file', [file('a.txt', 'x', '100755')]],
  ['a new mode', [{ ...CHANGED, after: '100755' }]],
  ['a link', [file('a.txt', 'b', '120000')]],
])('%s is not for the signing mutation, and goes as git objects', async (_, files) => {
  const { github, host } = await begin();
  const fix = fixOf(github, files);
  expect(await host.commitSigned(fix)).toMatchObject({
    kind: 'unsuitable',
    why: expect.stringContaining('"a.txt"'),
  });
  expect(github.writes()).toEqual([]);
  expect(await host.commitAsData(fix)).toMatchObject({ kind: 'placed' });
  expect(read(github, '%T')).toBe(fix.change.tree);
});

test('what is too large for the signing mutation is told with its size', async () => {
  const { github, host, fix } = await begin();
  const large = { ...fix, change: { ...fix.change, files: [file('a.txt', Buffer.alloc(11 * 1024 * 1024))] } };
  expect(await host.commitSigned(large)).toMatchObject({ why: '1 files of 11534336 bytes are too much' });
  expect(github.writes()).toEqual([]);
});

test('bytes that are no text travel unchanged', async () => {
  const { github, host } = await begin();
  const bytes = Buffer.from([0, 255, 254, 10, 13, 128]);
  const fix = fixOf(github, [file('a.txt', bytes)]);
  await host.commitAsData(fix);
  expect(read(github, '%T')).toBe(fix.change.tree);
});

test.each(['commitSigned', 'commitAsData'] as const)(
  '%s: a tree other than the verified one is never published',
  async (way) => {
    const { github, host, fix } = await begin();
    const other = { ...fix, change: { ...fix.change, tree: 'f'.repeat(40) } };
    await expect(host[way](other)).rejects.toThrow('nothing was published');
    expect(github.branches()).toEqual(['main']);
  },
);

test.each([
  ['an answer of 502', { kind: 'status', status: 502, afterEffect: true }],
  ['a broken connection', { kind: 'reset', afterEffect: true }],
  [
    '"Something went wrong"',
    { kind: 'graphql-error', type: null, message: 'Something went wrong', afterEffect: true },
  ],
] as const)('a commit that was made although %s came back is taken, not made again', async (_, fault) => {
  const { github, host, fix } = await begin();
  github.faults.plan('graphql/createCommitOnBranch', fault);
  expect(await host.commitSigned(fix)).toMatchObject({ kind: 'placed', signed: true });
  expect(
    github.requests.filter(({ operation }) => operation === 'graphql/createCommitOnBranch'),
  ).toHaveLength(1);
  expect(github.branches()).toEqual(['main', BRANCH]);
});

test('a commit that was not made is asked for once more, then said to be unanswered', async () => {
  const { github, host, fix } = await begin();
  github.faults.plan('graphql/createCommitOnBranch', { kind: 'status', status: 502 });
  expect(await host.commitSigned(fix)).toMatchObject({ kind: 'placed' });
  github.faults.plan('graphql/createCommitOnBranch', { kind: 'status', status: 502 }, 2);
  expect(await host.commitSigned({ ...fix, branch: 'smart-fix/b' })).toMatchObject({ kind: 'unanswered' });
  expect(github.branches()).toEqual(['main', BRANCH]);
});

test('a refusal of the mutation leaves nothing, and another way may be taken', async () => {
  const { github, host, fix } = await begin();
  const error = { kind: 'graphql-error', type: 'FORBIDDEN', message: 'not by this integration' } as const;
  github.faults.plan('graphql/createCommitOnBranch', error);
  expect(await host.commitSigned(fix)).toEqual({
    kind: 'unsuitable',
    why: expect.stringContaining('not by this'),
  });
  expect(github.branches()).toEqual(['main']);
});

test.each([
  ['leaves no branch', 0, []],
  ['tells the branch that stays', 2, [expect.stringMatching(/^smart-fix\/staging-/)]],
])('a stop while the commit is made %s', async (_, faults, told) => {
  const github = await start({ files: FILES });
  const stop = new AbortController();
  const stays: string[] = [];
  const host = hostOf(github, { signal: stop.signal, stays: (branch) => stays.push(branch) });
  github.faults.plan('graphql/createCommitOnBranch', { kind: 'delay', milliseconds: 2000 });
  github.faults.plan('git/delete-ref', { kind: 'status', status: 502 }, faults);
  const end = host.commitSigned(fixOf(github));
  const isStaged = () => github.branches().length > 1;
  for (let waits = 0; !isStaged() && waits < 500; waits++) await sleep(20);
  stop.abort();
  await expect(end).rejects.toThrow();
  expect([stays, isStaged()]).toEqual([told, faults > 0]);
});

test('a limit that GraphQL tells with status 200 is waited for', async () => {
  const { github, host, fix } = await begin();
  const error = { kind: 'graphql-error', type: 'RATE_LIMITED', message: 'API rate limit exceeded' } as const;
  github.faults.plan('graphql/createCommitOnBranch', error);
  expect(await host.commitSigned(fix)).toMatchObject({ kind: 'placed' });
});

test('a start that broke off after its commit is taken up by the next, at whatever point', async () => {
  const { github, host, fix } = await begin();
  const staging = `smart-fix/staging-${fix.change.tree.slice(0, 12)}-${fix.base.slice(0, 12)}`;
  github.world.git.moveRef(`refs/heads/${staging}`, fix.base, null);
  expect(await host.commitSigned(fix)).toMatchObject({ kind: 'placed' });
  const made = github.headOf(BRANCH) ?? '';
  github.world.git.moveRef(`refs/heads/${staging}`, made, null);
  github.world.git.moveRef(`refs/heads/${BRANCH}`, null, made);
  expect(await host.commitSigned(fix)).toMatchObject({ kind: 'placed', commit: made });
  expect(github.branches()).toEqual(['main', BRANCH]);
});

test.each(['commitSigned', 'commitAsData'] as const)(
  '%s: a branch that was made although the answer got lost is found',
  async (way) => {
    const { github, host, fix } = await begin();
    const lost = { kind: 'status', status: 502, afterEffect: true } as const;
    github.faults.plan('git/create-ref', lost, 2);
    expect(await host[way](fix)).toMatchObject({ kind: 'placed' });
  },
);

test('twenty starts at once end in one branch, and the others are told that it is taken', async () => {
  const { github, fix } = await begin();
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      hostOf(github).commitSigned({ ...fix, message: `${MESSAGE.trim()}-${index}\n` }),
    ),
  );
  const head = github.headOf(BRANCH);
  const placed = ends.filter((end) => end.kind === 'placed');
  expect(placed.length).toBeGreaterThanOrEqual(1);
  for (const end of placed) expect(end.commit).toBe(head);
  expect(ends.filter(({ kind }) => kind !== 'placed' && kind !== 'moved')).toEqual([]);
  expect(github.branches()).toEqual(['main', BRANCH]);
});

test('only the last step is done with the token whose pushes start the checks', async () => {
  const github = await start({ files: FILES });
  github.person.addCollaborator('pusher', 'write');
  await hostOf(github, { pushToken: github.tokenOf('pusher') }).commitSigned(fixOf(github));
  const byPusher = github.writes().filter(({ login }) => login === 'pusher');
  expect(byPusher.map(({ operation, body }) => [operation, (body as { ref: string }).ref])).toEqual([
    ['git/create-ref', `refs/heads/${BRANCH}`],
  ]);
});

test('on a server of GitHub Enterprise GraphQL lies beside the REST API', async () => {
  const github = await start({ files: FILES });
  const host = hostOf(github, { apiUrl: github.gheUrl });
  expect(await host.commitSigned(fixOf(github))).toMatchObject({ kind: 'placed' });
  expect(github.requests.map(({ path }) => path)).toContain('/api/graphql');
});

test('a branch is ours by trailer and account together', async () => {
  const { github, host, fix } = await begin();
  expect(await host.readFixBranch(BRANCH)).toBeNull();
  github.person.addCollaborator('forger', 'write');
  await hostOf(github, { token: github.tokenOf('forger') }).commitSigned(fix);
  expect(await host.readFixBranch(BRANCH)).toMatchObject({ ours: false });
  await host.commitSigned({ ...fix, branch: 'smart-fix/b', message: 'no trailer\n' });
  expect(await host.readFixBranch('smart-fix/b')).toMatchObject({ ours: false });
});

test.each(['commitSigned', 'commitAsData'] as const)(
  "%s: with a person's token the fix is ours, and what that person makes of it by hand is theirs",
  async (way) => {
    const { github, fix } = await begin();
    const host = hostOf(github, { token: github.tokenOf('octocat') });
    await host[way](fix);
    expect(await host.readFixBranch(BRANCH)).toMatchObject({ ours: true });
    github.world.git.git(['update-ref', `refs/heads/${BRANCH}`, amendedBy(github, 'octocat')]);
    expect(await host.readFixBranch(BRANCH)).toMatchObject({ ours: false, parent: fix.base });
  },
);

/** The head of our branch as `git commit --amend` leaves it: everything as it was, and the person as the committer. */
function amendedBy({ world: { git } }: FakeGithub, login: string): string {
  const person = { name: login, email: `1+${login}@users.noreply.github.com` };
  const head = readCommit(git, git.git(['rev-parse', `refs/heads/${BRANCH}`]).trim());
  return git.writeCommit({ ...head, author: person, committer: person });
}
