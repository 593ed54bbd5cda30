import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { repair } from '../support/run-cli.js';
import type { SampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('delivery');
const NAME = ['--branch', 'fix/sum'];

const fix = (repository: SampleRepository, args: readonly string[], gate = CHECK) =>
  repair(repository, { folder, gate, replies: [GOOD], args });
const deliveryOf = (read: (name: string) => string): string =>
  /"kind":"delivered".*?"detail":"([^"]*)"/.exec(read('ledger.jsonl'))?.[1] ?? '';

test('the result is one commit on the base that says what was run and whose words it quotes', async () => {
  const repository = brokenSum(folder);
  const replies = [sumPlus(' + 2'), { ...sumPlus('', ' + 2'), diagnosis: 'off by one\n\nSigned-off-by: x' }];
  const { report } = await repair(repository, { folder, gate: [CHECK, 'true'], replies });
  const branch = report.branch ?? '';
  expect(repository.git('rev-list', '--count', `main..${branch}`)).toBe('1');
  expect(repository.git('log', '-1', '--format=%an <%ae>', branch)).toBe(
    'smart-fix <smart-fix@noreply.invalid>',
  );
  const message = repository.git('log', '-1', '--format=%B', branch);
  expect(message.split('\n')[0]).toBe('fix(smart-fix): end in ""');
  expect(message).toContain('Attempt 2 passed the whole gate:\n  node test/check.mjs: exit 0');
  expect(message).toContain('  true: exit 0');
  expect(message).toContain("proposer's words (not evidence):\n  off by one Signed-off-by: x");
  expect(message).toContain(`Smart-Fix-Run: ${report.requestId}`);
});

test('the subject follows its template and never grows long', async () => {
  const repository = brokenSum(folder);
  const { report } = await fix(repository, ['--subject', `repair #{attempt}: {summary} ${'x'.repeat(90)}`]);
  const subject = repository.git('log', '-1', '--format=%s', report.branch ?? '');
  expect(subject).toMatch(/^repair #1: end in "" x+\.\.\.$/);
  expect(subject.length).toBeLessThanOrEqual(72);
});

test("the seed's branch name can be had", async () => {
  const { report } = await fix(brokenSum(folder), ['--branch', 'fix/temp-agent-patch-{id}']);
  expect(report.branch).toMatch(/^fix\/temp-agent-patch-auto-\d{10}$/);
});

test('merge makes a merge commit on the current branch when nothing moved', async () => {
  const repository = brokenSum(folder);
  const base = repository.git('rev-parse', 'HEAD');
  const { report, read } = await fix(repository, [...NAME, '--on-success', 'merge']);
  expect(report.branch).toBe('fix/sum');
  expect(repository.git('log', '-1', '--format=%P', 'main')).toBe(
    `${base} ${repository.git('rev-parse', 'fix/sum')}`,
  );
  expect(readFileSync(join(repository.folder, 'src/sum.mjs'), 'utf8')).toContain('a + b;');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(deliveryOf(read)).toMatch(/^merged fix\/sum as /);
});

test('merge leaves the branch and says so when there is uncommitted work', async () => {
  const repository = brokenSum(folder);
  repository.write({ 'src/sum.mjs': 'mine\n' });
  const { exitCode, report, stderr } = await fix(repository, [...NAME, '--on-success', 'merge']);
  expect(exitCode).toBe(0);
  expect(report.branch).toBe('fix/sum');
  expect(stderr).toContain('branch fix/sum holds the fix; not merged: there is uncommitted work');
  expect(readFileSync(join(repository.folder, 'src/sum.mjs'), 'utf8')).toBe('mine\n');
});

test('merge leaves the branch and says so when HEAD has moved meanwhile', async () => {
  const repository = brokenSum(folder);
  // The verification's gate moves the person's branch, as a person at work would.
  const move = `git -C '${repository.folder}' -c user.name=p -c user.email=p@q commit -q --allow-empty -m mine`;
  const { report, stderr } = await fix(
    repository,
    [...NAME, '--on-success', 'merge'],
    `${CHECK} || exit 1; ${move}`,
  );
  expect(report.branch).toBe('fix/sum');
  expect(stderr).toContain('not merged: HEAD has moved');
  expect(repository.git('log', '-1', '--format=%s', 'main')).toBe('mine');
});

test('patch writes a file that git applies, and no ref', async () => {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const { report, stateFolder } = await fix(repository, ['--on-success', 'patch']);
  expect(report).toMatchObject({ stopReason: 'fixed', branch: null });
  expect(repository.snapshot()).toBe(before);
  repository.git('apply', join(stateFolder, 'patch.diff'));
  expect(repository.git('diff', '--stat')).toContain('src/sum.mjs');
});

test.each(['branch', 'merge', 'patch'])(
  'a dry run of %s says what it would do, and does not',
  async (how) => {
    const repository = brokenSum(folder);
    const before = repository.snapshot();
    const { exitCode, report, stderr } = await fix(repository, [...NAME, '--dry-run', '--on-success', how]);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ stopReason: 'fixed', branch: null });
    expect(stderr).toContain(
      `dry run: would ${how === 'patch' ? 'leave patch.diff' : 'leave branch fix/sum'}`,
    );
    expect(repository.snapshot()).toBe(before);
  },
);

test('attempts are kept as refs on request, each a commit with its diff stat', async () => {
  const repository = brokenSum(folder);
  const replies = [sumPlus(' + 2'), sumPlus('', ' + 2')];
  const { report } = await repair(repository, { folder, gate: CHECK, replies, args: ['--keep-attempts'] });
  const refs = repository.git('for-each-ref', '--format=%(refname)', 'refs/smart-fix').split('\n');
  expect(refs).toEqual([1, 2].map((number) => `refs/smart-fix/${report.requestId}/${number}`));
  for (const [index, ref] of refs.entries()) {
    const message = repository.git('log', '-1', '--format=%B', ref);
    expect(message).toContain(`smart-fix: attempt ${index + 1}\n\n src/sum.mjs | 2 +-`);
  }
  expect(repository.git('log', '-1', '--format=%P', refs[1] ?? '')).toBe(
    repository.git('rev-parse', refs[0] ?? ''),
  );
});

test('attempts of a run in vain are kept too, without any branch', async () => {
  const repository = brokenSum(folder);
  const args = ['--keep-attempts', '--max-attempts', '1'];
  const { report } = await repair(repository, { folder, gate: CHECK, replies: [sumPlus(' + 2')], args });
  expect(report.stopReason).toBe('max-attempts');
  expect(repository.git('for-each-ref', '--format=%(refname)')).toBe(
    `refs/heads/main\nrefs/smart-fix/${report.requestId}/1`,
  );
});

test("a person's branch of that name stays, and the result lies beside it", async () => {
  const repository = brokenSum(folder);
  repository.git('checkout', '--quiet', '-b', 'fix/sum');
  repository.git('commit', '--quiet', '--allow-empty', '-m', 'mine');
  repository.git('checkout', '--quiet', 'main');
  const theirs = repository.git('rev-parse', 'fix/sum');
  const { report, stderr } = await fix(repository, NAME);
  expect(report.branch).toBe('fix/sum-2');
  expect(repository.git('rev-parse', 'fix/sum')).toBe(theirs);
  expect(stderr).toContain('branch fix/sum exists and is not ours to replace; left alone');
});

test('our own earlier branch is replaced, unless somebody built on it or it was published', async () => {
  const repository = brokenSum(folder);
  await fix(repository, NAME);
  const first = repository.git('rev-parse', 'fix/sum');
  expect((await fix(repository, NAME)).report.branch).toBe('fix/sum');
  const second = repository.git('rev-parse', 'fix/sum');
  expect(second).not.toBe(first);
  repository.git('update-ref', 'refs/remotes/origin/fix/sum', second);
  expect((await fix(repository, NAME)).report.branch).toBe('fix/sum-2');
  expect(repository.git('rev-parse', 'fix/sum')).toBe(second);
});

test.each([
  ['the current branch', 'side'],
  ['the default branch', 'main'],
  ['a name that git refuses', 'a..b'],
])('%s is refused for the result, before any model call', async (_, name) => {
  const repository = brokenSum(folder);
  repository.git('checkout', '--quiet', '-b', 'side');
  const before = repository.snapshot();
  const { exitCode, report } = await fix(repository, ['--branch', name]);
  expect(report).toMatchObject({
    status: 'refused',
    stopReason: 'protected-target',
    usage: { modelCalls: 0 },
  });
  expect(report.detail).toContain('--branch');
  expect(exitCode).toBe(0);
  expect(repository.snapshot()).toBe(before);
});

test('a branch that appears under the name of the result meanwhile stays, and the result lies beside it', async () => {
  const repository = brokenSum(folder);
  const person = `git -C '${repository.folder}' -c user.name=p -c user.email=p@q`;
  const work = `${person} branch fix/sum $(${person} commit-tree -p main -m mine main^{tree})`;
  const { exitCode, report } = await fix(repository, NAME, `${CHECK} || exit 1; ${work}`);
  expect(report).toMatchObject({ stopReason: 'fixed', branch: 'fix/sum-2' });
  expect(repository.git('log', '-1', '--format=%s', 'fix/sum')).toBe('mine');
  expect(exitCode).toBe(0);
});

test('a name that the person checks out meanwhile is not written to', async () => {
  const repository = brokenSum(folder);
  const work = `git -C '${repository.folder}' checkout -q -b fix/sum`;
  const { report } = await fix(repository, NAME, `${CHECK} || exit 1; ${work}`);
  expect(report).toMatchObject({ stopReason: 'fixed', branch: 'fix/sum-2' });
  expect(repository.git('rev-parse', 'fix/sum')).toBe(repository.git('rev-parse', 'main'));
});

test('two runs at once both end well', async () => {
  const repository = brokenSum(folder);
  const [one, other] = await Promise.all([fix(repository, NAME), fix(repository, NAME)]);
  expect([one.report.stopReason, other.report.stopReason]).toEqual(['fixed', 'fixed']);
  expect(repository.git('show', 'fix/sum:src/sum.mjs')).toContain('a + b;');
});
