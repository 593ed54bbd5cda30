import { expect, test } from '@jest/globals';
import type { PullRequest } from '../../src/domain/pull-request.js';
import { refuseBot, refuseCommand, refuseNewHead } from '../../src/trigger/admit-command.js';
import { refuseFate } from '../../src/trigger/admit-fix.js';
import { refusePush } from '../../src/trigger/admit-push.js';
import type { Command } from '../../src/trigger/parse-command.js';

const HEAD = 'a'.repeat(40);
const pull: PullRequest = {
  ...{ number: 1, url: 'https://github.com/octo/project/pull/1', isOpen: true, headSha: HEAD },
  ...{ headBranch: 'topic', headRepository: 'octo/project', baseBranch: 'main', labels: [], isFix: false },
};
const command: Command = { verb: 'repair', gate: null, attempts: null, dryRun: false, commit: null };

interface Given {
  readonly command?: Partial<Command>;
  readonly pull?: Partial<PullRequest>;
  readonly allowForkCommand?: boolean;
  readonly isOwnBranch?: boolean;
}

const refuse = (given: Given) =>
  refuseCommand({
    command: { ...command, ...given.command },
    pull: { ...pull, ...given.pull },
    ...{ repository: 'Octo/project', isOwnBranch: given.isOwnBranch ?? false, optOutLabel: 'no' },
    allowForkCommand: given.allowForkCommand ?? false,
  })?.stopReason ?? null;

test.each<[string, Given, string | null]>([
  ['an open pull request of the repository', {}, null],
  ['a closed one', { pull: { isOpen: false } }, 'event-not-handled'],
  ['the named head', { command: { commit: HEAD } }, null],
  ['another commit than the head', { command: { commit: 'b'.repeat(40) } }, 'head-moved'],
  ['a fix branch', { isOwnBranch: true }, 'own-branch'],
  ['a branch that is only named like one', { pull: { headBranch: 'smart-fix/0123' } }, null],
  ['a labelled one', { pull: { labels: ['no'] } }, 'opted-out'],
  ['a labelled one, by retry', { pull: { labels: ['no'] }, command: { verb: 'retry' } }, null],
  ['a fork', { pull: { headRepository: 'eve/project' } }, 'fork-head'],
  ['a fork that is gone', { pull: { headRepository: null } }, 'fork-head'],
  [
    'a fork, by its commit',
    { pull: { headRepository: 'eve/project' }, command: { commit: HEAD } },
    'fork-head',
  ],
  [
    'a fork where that is allowed, without its commit',
    { pull: { headRepository: 'eve/project' }, allowForkCommand: true },
    'fork-head',
  ],
  [
    'a fork where that is allowed, by its commit',
    { pull: { headRepository: 'eve/project' }, allowForkCommand: true, command: { commit: HEAD } },
    null,
  ],
])('%s: %j ends as %s', (_, given, reason) => {
  expect(refuse(given)).toBe(reason);
});

test('a head is the one that was seen when a run of it began before the comment', () => {
  const comment = { createdAt: '2026-11-30T10:00:00Z' };
  const at = (...runs: string[]) => refuseNewHead(comment, pull, runs)?.stopReason ?? null;
  expect(at('2026-11-30T09:59:59Z')).toBeNull();
  expect(at('2026-11-30T10:00:00Z')).toBeNull();
  expect(at('2026-11-30T10:00:01Z')).toBe('head-moved');
  expect(at('2026-11-30T10:00:01Z', '2026-11-30T09:00:00Z')).toBeNull();
  expect(at()).toBeNull();
});

test.each([
  [{ isDefault: true }, false, 'protected-target'],
  [{ isProtected: true }, true, 'protected-target'],
  [{ headMessage: 'fix\n\nSmart-Fix-Run: x\n' }, false, 'own-branch'],
  [{ headMessage: 'fix\n\nSmart-Fix-Run: x\n' }, true, null],
  [{}, false, null],
])('a push to %j, asked for: %s, ends as %s', (given, isAsked, reason) => {
  const target = { branch: 'topic', isDefault: false, isProtected: false, headMessage: 'work', ...given };
  expect(refusePush(target, isAsked)?.stopReason ?? null).toBe(reason);
});

test('people who closed or reverted a fix, or labelled it, are heard; those who merged it want more', () => {
  const fix = (end: 'open' | 'merged' | 'reverted' | 'closed', labels: string[] = []) => ({
    end,
    url: 'u',
    labels,
  });
  const reason = (...fixes: Parameters<typeof refuseFate>[0]) => refuseFate(fixes, 'no')?.reason ?? null;
  expect(reason(null, fix('merged'), fix('open'))).toBeNull();
  expect(reason(fix('closed'))).toBe('disabled-after-revert');
  expect(reason(null, fix('reverted'))).toBe('disabled-after-revert');
  expect(reason(fix('open', ['no']))).toBe('opted-out');
});

test('a bot asks only by its exact name, and nothing is read out of the ending of a name', () => {
  const by = (login: string, isBot: boolean) =>
    refuseBot({ author: { login, isBot } }, ['helper[bot]'])?.stopReason ?? null;
  expect(by('helper[bot]', true)).toBeNull();
  expect(by('Helper[bot]', true)).toBe('bot-not-listed');
  expect(by('helper', true)).toBe('bot-not-listed');
  expect(by('ann', false)).toBeNull();
});
