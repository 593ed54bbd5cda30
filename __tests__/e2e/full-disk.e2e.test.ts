import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { node24 } from '../support/node24.js';
import { playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const { test } = toolchain('unshare --map-root-user --mount mount -t tmpfs -o size=4k tmpfs /mnt');
const folder = temporaryFolder('full-disk');
const start = useFakeGithub();
const model = scriptedModel();

/** Not a shell: it would drop the inputs of the Action, whose names it cannot have. */
const MOUNT = `
  const { spawnSync } = require('node:child_process');
  const [, size, named, program, ...args] = process.argv;
  const disk = named || process.env['INPUT_HAND-OVER'];
  const { cpSync } = require('node:fs');
  const kept = disk + '.kept';
  cpSync(disk, kept, { recursive: true });
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=' + size + 'k', 'tmpfs', disk]);
  cpSync(kept, disk, { recursive: true });
  process.exit(spawnSync(program, args, { stdio: 'inherit' }).status);
`;

/** Words that start a command where the folder, or what is handed over, is a disk of so many KiB; it takes pages of 4. */
const onDisk = (disk: string, size: number): readonly [string, ...string[]] => [
  ...(['unshare', '--map-root-user', '--mount', process.execPath, '-e', MOUNT] as const),
  ...[String(size), disk],
];

test.each([4, 8, 12, 16])(
  'a run whose disk is full after %i KiB ends as storage, and leaves nothing',
  (size) => {
    const repository = brokenSum(folder);
    const before = repository.snapshot();
    const disk = mkdtempSync(join(folder, 'disk-'));
    const [program, ...words] = onDisk(disk, size);
    const args = ['run', '--gate', CHECK, '--provider', 'none', '--state', join(disk, 'state')];
    const { status, stdout, stderr } = spawnSync(
      program,
      [...words, process.execPath, process.env.SMART_FIX_TEST_CLI ?? '', ...args],
      { cwd: repository.folder, encoding: 'utf8' },
    );
    expect([status, stdout + stderr]).toEqual([70, expect.stringMatching(/failed \(storage\): ENOSPC/)]);
    expect(repository.snapshot()).toBe(before);
  },
);

const bundle = () => join(process.env.SMART_FIX_TEST_CLI ?? '', '../index.js');

test.each([8, 16])('on failed CI likewise, after %i KiB', async (size) => {
  const github = await start(brokenProject());
  const disk = mkdtempSync(join(folder, 'disk-'));
  const { outputs, exitCode } = await repairFailedCi(
    { github, folder, model },
    {
      answers: [{ reply: GOOD }],
      inputs: { 'state-dir': join(disk, 'state') },
      start: { command: [...onDisk(disk, size), node24(), bundle()] },
    },
  );
  expect([exitCode, outputs]).toMatchObject([70, { status: 'failed', 'stop-reason': 'storage' }]);
  expect([github.pulls(), github.branches(), github.world.git.refs('refs/smart-fix/')]).toEqual([
    ...[[], ['main'], []],
  ]);
});

test('who asked for a repair is told that the disk was full', async () => {
  const broken = breakPull(await start(soundProject()));
  const disk = mkdtempSync(join(folder, 'disk-'));
  const { outputs, exitCode } = await ask(
    broken,
    { folder, model },
    {
      body: '/smart-fix',
      inputs: { 'state-dir': join(disk, 'state') },
      start: { command: [...onDisk(disk, 16), node24(), bundle()] },
    },
  );
  expect([exitCode, outputs['stop-reason']]).toEqual([70, 'storage']);
  expect(saidBy(broken)).toEqual([expect.stringContaining('failed (storage)')]);
});

test('a job of the split form says likewise', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const { jobs } = await playWorkflow(
    { github, folder, model },
    { job: (name) => (name === 'verify-1' ? { command: [...onDisk('', 4), node24(), bundle()] } : {}) },
  );
  expect(jobs[1]).toMatchObject({ name: 'verify-1', exitCode: 70, outputs: { 'stop-reason': 'storage' } });
  expect([github.pulls(), github.branches()]).toEqual([[], ['main']]);
});
