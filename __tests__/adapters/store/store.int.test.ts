import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openFailureMemory } from '../../../src/adapters/store/failure-memory.js';
import { openLedgerFile } from '../../../src/adapters/store/ledger-file.js';
import { LockedError, takeLock } from '../../../src/adapters/store/lock.js';
import { ignoreItself, openStateFolder } from '../../../src/adapters/store/state-folder.js';
import { createRedaction } from '../../../src/domain/redaction.js';
import { createLedger } from '../../../src/ledger/ledger.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const parent = temporaryFolder('store');
const newFolder = (): string => mkdtempSync(join(parent, 'f-'));
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;
const owner = (fields: object): string =>
  JSON.stringify({ pid: process.pid, host: hostname(), at: '2026-11-30', ...fields });

test('a lock has one owner, and is free after its release', async () => {
  const path = join(newFolder(), 'lock');
  const release = await takeLock(path);
  await expect(takeLock(path)).rejects.toThrow(LockedError);
  await release();
  await release();
  await (await takeLock(path))();
});

test('of many that want the lock at once, one gets it', async () => {
  const path = join(newFolder(), 'lock');
  const got = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path)));
  expect(got.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
});

test('the lock of a process that is gone is taken over', async () => {
  const path = join(newFolder(), 'lock');
  writeFileSync(path, owner({ pid: deadPid() }));
  await (await takeLock(path))();
});

test('the lock of a process of another host, or of an unknown owner, is left', async () => {
  const path = join(newFolder(), 'lock');
  writeFileSync(path, owner({ pid: deadPid(), host: 'elsewhere' }));
  await expect(takeLock(path)).rejects.toThrow(/on elsewhere/);
  writeFileSync(path, 'torn');
  await expect(takeLock(path)).rejects.toThrow(/unknown owner/);
  expect(readFileSync(path, 'utf8')).toBe('torn');
});

test('a ledger file is continued after a torn last line', async () => {
  const path = join(newFolder(), 'ledger.jsonl');
  const options = { now: () => new Date(), redact: createRedaction([]) };
  const first = await openLedgerFile(path);
  await createLedger({ ...options, store: first, earlier: [] }).append({
    kind: 'execution-reserved',
    number: 0,
    revisionId: 'r',
  });
  await first.close();
  appendFileSync(path, '{"sequence":2,"at":"20');
  const second = await openLedgerFile(path);
  expect(second.earlier).toHaveLength(1);
  await createLedger({ ...options, store: second, earlier: second.earlier }).append({
    kind: 'execution-reserved',
    number: 1,
    revisionId: 's',
  });
  await second.close();
  const third = await openLedgerFile(path);
  expect(third.earlier.map((entry) => entry.fact.kind)).toEqual(['execution-reserved', 'execution-reserved']);
  await third.close();
});

test('the state folder masks secrets, keeps deliveries exact, and lets nothing out', async () => {
  const path = join(newFolder(), 'state');
  const folder = await openStateFolder(path, createRedaction(['canary-value']));
  await folder.write('a/b.txt', 'x canary-value y');
  await folder.writeExact('output/c.txt', 'x canary-value y');
  await folder.append('LOOP.md', 'one\n');
  await folder.append('LOOP.md', 'canary-value\n');
  expect(readFileSync(join(path, 'a/b.txt'), 'utf8')).toBe('x [redacted] y');
  expect(readFileSync(join(path, 'output/c.txt'), 'utf8')).toBe('x canary-value y');
  expect(readFileSync(join(path, 'LOOP.md'), 'utf8')).toBe('one\n[redacted]\n');
  await expect(async () => folder.write('../x', 'y')).rejects.toThrow(/leaves the state folder/);
  await folder.close();
  expect(readdirSync(path).sort()).toEqual(['LOOP.md', 'a', 'output']);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('the home of all runs ignores itself, once', async () => {
  const home = join(newFolder(), '.smart-fix');
  await ignoreItself(home);
  writeFileSync(join(home, '.gitignore'), 'changed by a person\n');
  await ignoreItself(home);
  expect(readFileSync(join(home, '.gitignore'), 'utf8')).toBe('changed by a person\n');
});

test('failures are remembered by fingerprint until a fix, and odd lines are passed over', async () => {
  const path = join(newFolder(), 'memory.jsonl');
  const memory = await openFailureMemory(path);
  const line = { at: '2026-11-30T00:00:00Z', run: 'r' };
  await memory.remember({ ...line, fingerprint: 'a', result: 'red' });
  await memory.remember({ ...line, fingerprint: 'b', result: 'red' });
  await memory.remember({ ...line, fingerprint: 'a', result: 'red' });
  appendFileSync(path, 'torn{\n{"fingerprint":"a"}\n');
  const reopened = await openFailureMemory(path);
  expect([reopened.reds('a'), reopened.reds('b'), reopened.reds('c')]).toEqual([2, 1, 0]);
  await reopened.remember({ ...line, fingerprint: 'a', result: 'fixed' });
  expect((await openFailureMemory(path)).reds('a')).toBe(0);
});

test('a failure that went away by itself is remembered, and counts neither as an attempt nor as a fix', async () => {
  const path = join(newFolder(), 'memory.jsonl');
  const memory = await openFailureMemory(path);
  const line = { at: '2026-11-30T00:00:00Z', run: 'r', fingerprint: 'a' };
  await memory.remember({ ...line, result: 'red' });
  await memory.remember({ ...line, result: 'flaky' });
  const reopened = await openFailureMemory(path);
  expect([reopened.reds('a'), reopened.wasFlaky('a'), reopened.wasFlaky('b')]).toEqual([1, true, false]);
});
