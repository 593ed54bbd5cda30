import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { brokenSum } from '../support/broken-sum.js';
import { makeZip, type ZipEntry } from '../support/make-zip.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('archives');
const repository = brokenSum(folder, { 'src/a.ts': 'one\ntwo\nthree\n' });
const STAMP = '2026-01-02T03:04:05.1234567Z ';
const FAILURE = [
  '##[group]Run npm test',
  '##[endgroup]',
  'src/a.ts(2,1): error TS2322: no',
  '##[error]Process completed with exit code 1.',
];
const LOG = FAILURE.map((line) => `${STAMP}${line}\n`).join('');
let count = 0;

async function scan(content: string | Buffer, { name = 'logs.zip', args = ['--json'] } = {}) {
  const own = join(folder, `archive-${count++}`);
  mkdirSync(own);
  writeFileSync(join(own, name), content);
  const before = readdirSync(own, { recursive: true });
  const result = await runCli(['scan', join(own, name), ...args], {
    cwd: repository.folder,
    env: { TMPDIR: own },
  });
  // Whatever it holds, nothing of it is on the disk.
  expect(readdirSync(own, { recursive: true })).toEqual(before);
  return result;
}

async function expectRefused(entries: readonly ZipEntry[] | Buffer, reason: RegExp) {
  const { exitCode, stdout, stderr } = await scan(Buffer.isBuffer(entries) ? entries : makeZip(entries));
  expect([exitCode, stdout]).toEqual([64, '']);
  expect(stderr).toMatch(reason);
  return stderr;
}

const GOOD: ZipEntry = { name: '0_build.txt', content: LOG };

test('a log archive is read: the jobs that failed, their own file before those of their steps', async () => {
  const archive = makeZip([
    { name: '1_lint.txt', content: `${STAMP}src/a.ts(1,1): error TS1: of a job that passed\n` },
    GOOD,
    { name: 'build/', mode: 0o040755 },
    { name: 'build/2_Run npm test.txt', content: LOG.replace('a.ts(2', 'a.ts(3') },
    { name: 'build/system.txt', content: 'x' },
  ]);
  const { stdout, exitCode } = await scan(archive);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    category: 'type',
    diagnostics: [{ file: 'src/a.ts', line: 2, logLine: 3, jobs: ['build'] }],
    notes: [
      "The archive holds the logs of 2 jobs; failed: build. Lines of the log are those of the job's own.",
    ],
  });
  expect(JSON.parse(stdout).diagnostics).toHaveLength(1);
});

test('copies of a matrix are one finding that lists its jobs; another failure is told', async () => {
  const jobs = ['20', '22', '24'].map((version, index) => ({
    name: `${index}_test (${version}).txt`,
    content: LOG,
  }));
  const other = {
    name: '3_e2e.txt',
    content: `${STAMP}##[error]The runner has received a shutdown signal.\n`,
  };
  const { stdout } = await scan(makeZip([other, ...jobs]), { args: [] });
  expect(stdout).toContain(
    '1. src/a.ts:2:1  tsc TS2322\n   no\n   in the jobs test (20), test (22), test (24)\n',
  );
  expect(stdout).toMatch(/note {9}Another failure, infra with the fingerprint [0-9a-f]{12}: e2e\./);
});

test('an archive comes on standard input as well, and a log that is packed', async () => {
  for (const input of [makeZip([GOOD]), gzipSync(LOG), gzipSync(Buffer.from(`\ufeff${LOG}`, 'utf16le'))]) {
    const { stdout } = await runCli(['scan', '-', '--json'], { cwd: repository.folder, input });
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ file: 'src/a.ts', line: 2 }]);
  }
  const { stdout } = await scan(gzipSync(LOG), { name: 'build.log.gz' });
  expect(JSON.parse(stdout).diagnostics).toMatchObject([{ file: 'src/a.ts', line: 2 }]);
});

test.each([
  ['../../0_build.txt', /leads out of it/],
  ['a/../../0_build.txt', /leads out of it/],
  ['/abs/0_build.txt', /leads out of it/],
  ['C:/0_build.txt', /leads out of it/],
  ['..\\0_build.txt', /leads out of it/],
])('ARC-01: an archive with the name %j is refused', async (name, reason) => {
  expect(await expectRefused([GOOD, { name, content: LOG }], reason)).not.toContain(name);
});

test.each([
  ['a link', 0o120777],
  ['a device', 0o060644],
  ['a pipe', 0o010644],
])('ARC-02: an archive with %s is refused', async (_, mode) => {
  await expectRefused(
    [GOOD, { name: 'link', content: '/etc', mode }, { name: 'link/1_x.txt', content: LOG }],
    /a link or a device/,
  );
});

test('ARC-03: what expands to two hundred times its size is not read', async () => {
  const bomb = Buffer.alloc(80_000_000, 'a');
  await expectRefused([GOOD, { name: '1_bomb.txt', content: bomb }], /more than 200 times its size/);
  const { exitCode, stderr } = await scan(gzipSync(bomb), { name: 'bomb.gz' });
  expect([exitCode, stderr]).toEqual([64, expect.stringMatching(/more than 200 times its size/)]);
});

test('ARC-03: nor is what claims to be more than two gigabytes, in one file or in many', async () => {
  await expectRefused([{ ...GOOD, claims: { size: 3_000_000_000 } }], /more than 2 GiB/);
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...{ name: `${index}_job.txt`, content: 'x', claims: { size: 60_000_000 } },
  }));
  await expectRefused(many, /more than 2 GiB|200 times/);
});

test('ARC-03: a file that expands to more than its directory says is cut there', async () => {
  await expectRefused([{ ...GOOD, claims: { size: 10 } }], /is damaged/);
});

test('ARC-03: an archive in the archive stays closed, and that is said', async () => {
  const inner = makeZip([{ name: '0_inner.txt', content: LOG.replace('(2,', '(3,') }]);
  const { stdout } = await scan(makeZip([GOOD, { name: 'nested.zip', content: inner }]));
  expect(JSON.parse(stdout).diagnostics.map(({ line }: { line: number }) => line)).toEqual([2]);
  expect(JSON.parse(stdout).notes).toContain('Not read: 1 files of the archive that are no logs.');
});

test('ARC-04: a hundred thousand entries are refused before one of them is read', async () => {
  const entries = Array.from({ length: 30_000 }, (_, index) => ({ name: `${index}_x.txt` }));
  await expectRefused(entries, /more than 20000 entries/);
});

test.each([
  ['twice', '0_build.txt'],
  ['once more in capitals', '0_BUILD.txt'],
  ['as a folder', '0_build.txt/'],
  ['in another form of Unicode', '1_cafe\u0301.txt'],
])('ARC-04: a name that is there %s is refused', async (_, name) => {
  await expectRefused([GOOD, { name: '1_caf\u00e9.txt' }, { name, content: LOG }], /the same name/);
});

const WHOLE = makeZip([GOOD]);
test.each<[string, string | Buffer]>([
  ['cut off', WHOLE.subarray(0, WHOLE.length - 30)],
  ['cut off in its middle', WHOLE.subarray(0, 60)],
  ['empty', ''],
  ['a page', `<!DOCTYPE html><html><body>${LOG}</body></html>`],
  ['a log', LOG],
])('ARC-05: an archive that is %s is a fault, and never read as a log', async (_, content) => {
  const { exitCode, stdout, stderr } = await scan(content);
  expect([exitCode, stdout]).toEqual([64, '']);
  expect(stderr).toContain('download it again');
  const packed = await scan(content === '' ? '' : Buffer.from(content).subarray(0, 50), { name: 'logs.gz' });
  expect([packed.exitCode, packed.stdout]).toEqual([64, '']);
});

test('ARC-05: a checksum that is wrong, or a packed log that was cut off, is a fault', async () => {
  await expectRefused([{ ...GOOD, claims: { checksum: 1 } }], /checksum; download it again/);
  const packed = gzipSync(LOG);
  const { exitCode, stderr } = await scan(packed.subarray(0, packed.length - 12), { name: 'build.log.gz' });
  expect([exitCode, stderr]).toEqual([64, expect.stringMatching(/cut off; download it again/)]);
});

test('ARC-05: an archive without a log is a fault', async () => {
  await expectRefused([], /no log/);
  await expectRefused([{ name: 'picture.png', content: 'x' }], /no log/);
});

test.each([
  ['a line feed', 'a\nb.txt'],
  ['a carriage return', 'a\r::error::b.txt'],
  ['NUL', 'a\0.txt'],
  ['a colour', 'a\u001b[31mb.txt'],
  ['a control character of eight bits', 'a\u009b31mb.txt'],
  ['a line separator', 'a\u2028::error::b.txt'],
  ['4,096 characters', `${'a'.repeat(4_096)}.txt`],
])('ARC-06: a name with %s is refused, and not shown', async (_, name) => {
  const stderr = await expectRefused([GOOD, { name, content: LOG }], /too long or holds control characters/);
  expect(stderr).not.toContain('b.txt');
});

test('ARC-06: a job whose name looks like a command is shown inert', async () => {
  const { stdout } = await scan(makeZip([{ name: '0_-rf ::error::x ##[add-mask]y.txt', content: LOG }]), {
    args: [],
  });
  expect(stdout).toContain('-rf ::error::x ##\u200b[add-mask]y');
  expect(stdout.split('\n').filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
});
