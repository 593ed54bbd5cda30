import { expect, test } from '@jest/globals';
import { branchName } from '../../src/isolate/branch-name.js';
import { chooseBranch } from '../../src/isolate/choose-branch.js';
import type { RepositoryState } from '../../src/isolate/repository.js';
import type { BranchState } from '../../src/isolate/workspace.js';

const STATE: RepositoryState = {
  root: '/r',
  headCommit: 'c0',
  currentBranch: 'topic',
  defaultBranch: 'main',
  checkedOutBranches: ['topic', 'other'],
  uncommitted: [],
  submodules: [],
};

const choose = (wanted: string, existing: Readonly<Record<string, BranchState>> = {}, valid = true) =>
  chooseBranch(wanted, STATE, {
    readBranch: async (name) => existing[name] ?? null,
    isBranchName: async () => valid,
  });

const ours: BranchState = { commit: 'c1', ours: true, published: false };

test('a name that nobody has is free', async () => {
  expect(await choose('smart-fix/a')).toEqual({
    kind: 'free',
    name: 'smart-fix/a',
    replaces: null,
    left: [],
  });
});

test.each(['main', 'topic', 'other'])(
  '%s is the default, the current or a checked-out branch, and refused',
  async (name) => {
    expect(await choose(name)).toMatchObject({ kind: 'refused' });
  },
);

test('a name that git does not accept is refused', async () => {
  expect(await choose('a..b', {}, false)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('a..b'),
  });
});

test('our own unpublished branch is replaced', async () => {
  expect(await choose('smart-fix/a', { 'smart-fix/a': ours })).toMatchObject({
    name: 'smart-fix/a',
    replaces: 'c1',
    left: [],
  });
});

test.each([
  ['a person’s', { ...ours, ours: false }],
  ['a published one of ours', { ...ours, published: true }],
])('%s stays, and the result gets a numbered name beside it', async (_, existing) => {
  expect(await choose('smart-fix/a', { 'smart-fix/a': existing, 'smart-fix/a-2': existing })).toMatchObject({
    name: 'smart-fix/a-3',
    replaces: null,
    left: ['smart-fix/a', 'smart-fix/a-2'],
  });
});

test('a template is filled with fingerprint, run and the seed’s id', () => {
  const parts = { fingerprint: 'abc', runId: 'run1', startedAt: new Date(1_700_000_000_000) };
  expect(branchName('smart-fix/{fingerprint}', parts)).toBe('smart-fix/abc');
  expect(branchName('fix/temp-agent-patch-{id}', parts)).toBe('fix/temp-agent-patch-auto-1700000000');
  expect(branchName('{run}/{run}', parts)).toBe('run1/run1');
});
