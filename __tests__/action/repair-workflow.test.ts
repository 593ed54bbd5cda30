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
    ...['publish', 'verify-5', 'repair-4', 'verify-6', 'publish-2', 'close'],
  ]);
  for (const [name, job] of JOBS) expect(name.replace(/-\d$/, '')).toBe(modeOf(job));
});

test('only the jobs that ask the model name its key, and only those that publish name the token that pushes', () => {
  for (const [, job] of JOBS) {
    expect(textOf(job).includes('secrets.api-key')).toBe(modeOf(job) === 'repair');
    expect(textOf(job).includes('secrets.push-token')).toBe(modeOf(job) === 'publish');
    const secrets = textOf(job).match(/secrets\.[\w-]+/g) ?? [];
    expect(secrets.length).toBeLessThanOrEqual(1);
  }
});

test('nothing is allowed to all, the jobs that run code or ask the model write nothing, and the one that runs code may read it alone', () => {
  expect(REPAIR_WORKFLOW.permissions).toEqual({});
  for (const [, job] of JOBS) {
    if (modeOf(job) === 'verify' || modeOf(job) === 'repair') expect(writes(job)).toEqual([]);
    if (modeOf(job) === 'admit') expect(writes(job).map(([scope]) => scope)).toEqual(['actions', 'contents']);
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
  for (const [, job] of JOBS.slice(1).filter(([, each]) => !['publish', 'close'].includes(modeOf(each)))) {
    const before = needsOf(job).at(-1);
    expect(stepOf(job, 'actions/download-artifact')?.with['artifact-ids']).toBe(
      `\${{ needs.${before}.outputs.artifact }}`,
    );
    expect(inputsOf(job)['ledger-head']).toBe(`\${{ needs.${before}.outputs.ledger-head }}`);
  }
});

test.each([
  ['publish', 'artifact'],
  ['publish', 'ledger-head'],
  ['publish-2', 'artifact'],
  ['publish-2', 'ledger-head'],
])('%s takes the %s of the job that came last', (name, what) => {
  const job = REPAIR_WORKFLOW.jobs[name];
  if (job === undefined) throw new Error(`no job ${name}`);
  const before = NAMES.slice(name === 'publish' ? 0 : NAMES.indexOf('publish'), NAMES.indexOf(name));
  const given =
    what === 'artifact'
      ? stepOf(job, 'actions/download-artifact')?.with['artifact-ids']
      : inputsOf(job)['ledger-head'];
  const wanted = before.toReversed().map((each) => `needs.${each}.outputs.${what}`);
  expect(String(given).replaceAll(/\s+/g, ' ')).toBe(`\${{ ${wanted.join(' || ')} }}`);
  expect(needsOf(job)).toEqual([...new Set(['admit', ...before])]);
  expect(job.if).toMatch(/^\$\{\{ !cancelled\(\) && /);
});

test('after a publication every job is told where it ended, so that no other can add to it', () => {
  const after = JOBS.slice(NAMES.indexOf('publish') + 1, -1);
  for (const [, job] of after)
    expect(String(inputsOf(job)['published-head'])).toMatch(
      /^\$\{\{ needs\.publish\.outputs\.ledger-head \}\}$/,
    );
  for (const [, job] of JOBS.slice(0, NAMES.indexOf('publish') + 1))
    expect(inputsOf(job)['published-head']).toBeUndefined();
});

test('the job that cleans up comes after every other, and always unless one has said how it ended', () => {
  const job = REPAIR_WORKFLOW.jobs.close;
  expect(job && needsOf(job)).toEqual(NAMES.slice(0, -1));
  expect(job?.if).toMatch(/^\$\{\{ always\(\) && /);
});

test('of the jobs before, only GitHub’s word is handed on, and that of the job that runs no code of the repository', () => {
  const given = JOBS.filter(([, job]) => inputsOf(job).jobs !== undefined);
  expect(given.map(([name]) => name)).toEqual(['publish', 'publish-2', 'close']);
  for (const [, job] of given) {
    const lines = needsOf(job).map((name) => {
      const said = name === 'admit' ? ` \${{ needs.admit.outputs.stop-reason }}` : '';
      return `${name} \${{ needs.${name}.result }}${said}\n`;
    });
    expect(inputsOf(job).jobs).toBe(lines.join(''));
  }
});

test('every job gets the same settings, and the Action knows each of them', () => {
  const own = [
    'mode',
    'hand-over',
    'ledger-head',
    'published-head',
    'jobs',
    'github-token',
    'api-key',
    'push-token',
    'run-id',
  ];
  const shared = JOBS.map(([, job]) => Object.entries(inputsOf(job)).filter(([name]) => !own.includes(name)));
  for (const each of shared) expect(each).toEqual(shared[0]);
  const inputs = Object.keys(REPAIR_WORKFLOW.on.workflow_call.inputs);
  expect(shared[0]?.map(([name]) => name).sort()).toEqual(
    inputs.filter((name) => name !== 'rounds' && name !== 'run-id').sort(),
  );
  const known = ACTION_INPUTS.map(({ name }) => name);
  for (const [, job] of JOBS) for (const name of Object.keys(inputsOf(job))) expect(known).toContain(name);
});

/** Inputs of the Action that the reusable workflow leaves at their defaults, or sets itself; a copy of it may name them. */
const NOT_OFFERED = [
  ...['mode', 'hand-over', 'ledger-head', 'published-head', 'jobs', 'github-token', 'state-dir', 'deadline'],
  ...['provider', 'model-command', 'model-timeout', 'sandbox-image', 'fail-on-escalation', 'file-class'],
  ...['max-model-calls', 'max-executions', 'max-proposals', 'repeat', 'allow-test-edits'],
  ...['candidate-path', 'hypothesis', 'model-env', 'scope-hint'],
];

test('every input of the Action is one of the reusable workflow, or is named here', () => {
  const { inputs, secrets } = REPAIR_WORKFLOW.on.workflow_call;
  const offered = [...Object.keys(inputs).filter((name) => name !== 'rounds'), ...Object.keys(secrets)];
  expect([...offered, ...NOT_OFFERED].sort()).toEqual(ACTION_INPUTS.map(({ name }) => name).sort());
});

test('what goes from job to job in outputs are words, numbers and hashes that the Action sets', () => {
  for (const [, job] of JOBS) {
    const read = Object.values(job.outputs).flatMap((text) => text.match(/fix\.outputs\.([\w-]+)/g) ?? []);
    for (const each of read) expect(Object.keys(ACTION_OUTPUTS)).toContain(each.replace('fix.outputs.', ''));
  }
});
