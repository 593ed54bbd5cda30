import { expect, test } from '@jest/globals';
import { ACTION_INPUTS } from '../../src/config/action-settings.js';
import { ACTION_OUTPUTS } from '../../src/main/action-end.js';
import { needsOf, OURS, REPAIR_WORKFLOW, stepOf, type WorkflowJob } from '../support/repair-workflow.js';

const JOBS = Object.entries(REPAIR_WORKFLOW.jobs);
const NAMES = JOBS.map(([name]) => name);
const modeOf = (job: WorkflowJob): string => String(stepOf(job, OURS)?.with.mode);
const inputsOf = (job: WorkflowJob) => stepOf(job, OURS)?.with ?? {};
const writes = (job: WorkflowJob) => Object.entries(job.permissions).filter(([, level]) => level === 'write');
const textOf = (value: unknown): string => JSON.stringify(value);

test('a fixed number of repairs lies between admission and publication', () => {
  expect(NAMES).toEqual([
    ...['admit', 'verify-1', 'repair-1', 'verify-2', 'repair-2', 'verify-3', 'repair-3', 'verify-4'],
    'publish',
  ]);
  for (const [name, job] of JOBS) expect(name.replace(/-\d$/, '')).toBe(modeOf(job));
});

test('only the jobs that ask the model name its key, and only the last one names the token that pushes', () => {
  for (const [, job] of JOBS) {
    expect(textOf(job).includes('secrets.api-key')).toBe(modeOf(job) === 'repair');
    expect(textOf(job).includes('secrets.push-token')).toBe(modeOf(job) === 'publish');
    const secrets = textOf(job).match(/secrets\.[\w-]+/g) ?? [];
    expect(secrets.length).toBeLessThanOrEqual(1);
  }
});

test('nothing is allowed to all, only the last job may write, and the one that runs code may read the code alone', () => {
  expect(REPAIR_WORKFLOW.permissions).toEqual({});
  for (const [, job] of JOBS) {
    if (modeOf(job) !== 'publish') expect(writes(job)).toEqual([]);
    if (modeOf(job) === 'verify') {
      expect(job.permissions).toEqual({ contents: 'read' });
      expect(inputsOf(job)['github-token']).toBe('');
    }
  }
});

test('only the job that runs the code checks it out: the admitted commit, without a token', () => {
  for (const [, job] of JOBS) {
    const checkout = stepOf(job, 'actions/checkout');
    expect(checkout !== undefined).toBe(modeOf(job) === 'verify');
    if (checkout !== undefined)
      expect(checkout.with).toEqual({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
        ref: '${{ needs.admit.outputs.sha }}',
        'persist-credentials': false,
      });
  }
});

test('no job runs a script, or saves what a later run could restore', () => {
  for (const [, job] of JOBS) {
    for (const { uses } of job.steps)
      expect(uses).toMatch(
        /^(actions\/(checkout|download-artifact|upload-artifact)@[0-9a-f]{40}|OWNER\/smart-fix@FULL-COMMIT-SHA)$/,
      );
  }
});

test('each job takes the artifact of the job before by its id, with the hash that it has to end with', () => {
  for (const [, job] of JOBS.slice(1, -1)) {
    const before = needsOf(job).at(-1);
    expect(stepOf(job, 'actions/download-artifact')?.with['artifact-ids']).toBe(
      `\${{ needs.${before}.outputs.artifact }}`,
    );
    expect(inputsOf(job)['ledger-head']).toBe(`\${{ needs.${before}.outputs.ledger-head }}`);
  }
});

test.each(['artifact', 'ledger-head'])('the last job takes the %s of the job that came last', (what) => {
  const [name, job] = JOBS.at(-1) ?? [];
  if (job === undefined) throw new Error(`no job ${name}`);
  const given =
    what === 'artifact'
      ? stepOf(job, 'actions/download-artifact')?.with['artifact-ids']
      : inputsOf(job)['ledger-head'];
  const wanted = NAMES.slice(0, -1)
    .toReversed()
    .map((each) => `needs.${each}.outputs.${what}`);
  expect(String(given).replaceAll(/\s+/g, ' ')).toBe(`\${{ ${wanted.join(' || ')} }}`);
  expect(needsOf(job)).toEqual(NAMES.slice(0, -1));
  expect(job.if).toMatch(/^\$\{\{ !cancelled\(\) && /);
});

test('every job gets the same settings, and the Action knows each of them', () => {
  const own = ['mode', 'hand-over', 'ledger-head', 'github-token', 'api-key', 'push-token', 'run-id'];
  const shared = JOBS.map(([, job]) => Object.entries(inputsOf(job)).filter(([name]) => !own.includes(name)));
  for (const each of shared) expect(each).toEqual(shared[0]);
  const inputs = Object.keys(REPAIR_WORKFLOW.on.workflow_call.inputs);
  expect(shared[0]?.map(([name]) => name).sort()).toEqual(
    inputs.filter((name) => name !== 'rounds' && name !== 'run-id').sort(),
  );
  const known = ACTION_INPUTS.map(({ name }) => name);
  for (const [, job] of JOBS) for (const name of Object.keys(inputsOf(job))) expect(known).toContain(name);
});

test('what goes from job to job in outputs are words, numbers and hashes that the Action sets', () => {
  for (const [, job] of JOBS) {
    const read = Object.values(job.outputs).flatMap((text) => text.match(/fix\.outputs\.([\w-]+)/g) ?? []);
    for (const each of read) expect(Object.keys(ACTION_OUTPUTS)).toContain(each.replace('fix.outputs.', ''));
  }
});
