import { expect, test } from '@jest/globals';
import { isLeaseOver, leaseMessage, leaseRef, readLeaseMessage } from '../../src/domain/lease.js';

const TERMS = { runId: 42, attempt: 2, seconds: 600 };
const takenAt = new Date('2026-11-30T10:00:00Z');
const after = (seconds: number) => new Date(takenAt.getTime() + seconds * 1000);

test('the terms of a lease are read back from its message', () => {
  expect(readLeaseMessage(leaseMessage(TERMS))).toEqual(TERMS);
});

test.each([
  ['a commit of a person', 'fix: the sum\n'],
  ['a lease for longer than a run can take', leaseMessage({ ...TERMS, seconds: 90_000 })],
  ['a quoted one', '> Smart-Fix-Lease: run 1 attempt 1 seconds 9\n'],
])('%s binds nobody', (_, message) => {
  expect(readLeaseMessage(message)).toBeNull();
});

test('a lease binds others until its time is over, and a later attempt of its own run at no time', () => {
  const lease = { ...TERMS, takenAt };
  const other = { runId: 43, attempt: 1 };
  expect([600, 601].map((seconds) => isLeaseOver(lease, other, after(seconds)))).toEqual([false, true]);
  expect(isLeaseOver(lease, { runId: 42, attempt: 3 }, after(1))).toBe(true);
  expect(isLeaseOver(lease, { runId: 42, attempt: 2 }, after(1))).toBe(false);
});

test('one failure of one branch has one ref, which is neither branch nor tag', () => {
  const ref = leaseRef('smart-fix/abc', 'main', 'c0ffee');
  expect(ref).toMatch(/^refs\/smart-fix\/lease\/[0-9a-f]{16}$/);
  expect(leaseRef('smart-fix/abc', 'main', 'c0ffee')).toBe(ref);
  const others = [
    leaseRef('smart-fix/abc', 'release', 'c0ffee'),
    leaseRef('smart-fix/abd', 'main', 'c0ffee'),
    leaseRef('smart-fix/abc', 'main', 'decaf'),
  ];
  expect(new Set([ref, ...others]).size).toBe(4);
});
