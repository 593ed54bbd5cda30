import { expect, test } from '@jest/globals';
import { readActionSettings, sharedBySplitJobs, toRunSettings } from '../../src/config/action-settings.js';
import { UsageError } from '../../src/config/usage-error.js';

const NEEDED = { 'INPUT_GITHUB-TOKEN': 't', INPUT_GATE: 'npm test' };

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readActionSettings(environment);
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
  return [];
}

test('inputs that are not given have the defaults of the requirements', () => {
  expect(readActionSettings(NEEDED)).toEqual({
    ...{ mode: 'all', handOver: null, ledgerHead: null, publishedHead: null, jobs: null },
    ...{ githubToken: 't', pushToken: null, runId: null, bots: [], apiKey: null, gate: ['npm test'] },
    ...{ allowForkCommand: false, sandbox: 'auto', sandboxImage: null, waitForChecks: 600 },
    ...{ setup: null, recipes: ['all'], provider: null, model: null, baseUrl: null, modelCommand: null },
    ...{ modelTimeout: null, maxCost: null, price: [] },
    ...{ scopeHint: null, candidatePath: null, hypothesis: null },
    ...{ modelEnv: [], gateEnv: [], allow: [], protect: [], stateDir: null },
    ...{ allowTestEdits: false, fileClass: [] },
    ...{ maxAttempts: 3, maxModelCalls: 6, maxExecutions: null, maxProposals: 2, repeat: 1 },
    ...{ deadline: 1800, gateTimeout: 300, maxFiles: 5, maxLines: 400 },
    ...{ dryRun: false, onSuccess: 'pr', failOnEscalation: true, waitForChecks: 600 },
  });
});

test('the runner’s way to pass inputs is understood: empty means absent, lists are lines, switches are words', () => {
  const settings = readActionSettings({
    ...NEEDED,
    INPUT_MODEL: '',
    INPUT_SETUP: '  npm ci\n',
    INPUT_GATE: 'npm run lint\r\n\n  npm test  \n',
    INPUT_BOTS: 'renovate[bot]\n',
    'INPUT_DRY-RUN': 'true',
    'INPUT_FAIL-ON-ESCALATION': 'false',
    INPUT_MAX_ATTEMPTS: '2',
    HOME: '/root',
    GITHUB_TOKEN: 'not an input',
  });
  expect(settings).toMatchObject({
    model: null,
    setup: 'npm ci',
    gate: ['npm run lint', 'npm test'],
    bots: ['renovate[bot]'],
    dryRun: true,
    failOnEscalation: false,
    maxAttempts: 2,
  });
});

test('every fault is named at once, with what was meant', () => {
  const faults = faultsOf({
    'INPUT_GTHUB-TOKEN': 't',
    'INPUT_MAX-ATTEMPTS': '9',
    INPUT_DEADLINE: 'soon',
    'INPUT_DRY-RUN': 'yes',
    'INPUT_ON-SUCCESS': 'merge',
    'INPUT_BASE-URL': 'ftp://models',
  });
  expect(faults).toHaveLength(6);
  const text = faults.join('\n');
  expect(text).toContain('unknown input gthub-token (did you mean github-token?)');
  for (const name of ['max-attempts', 'deadline', 'dry-run', 'on-success', 'base-url']) {
    expect(text).toMatch(new RegExp(`^${name}: `, 'm'));
  }
});

test.each([
  [{ INPUT_GATE: 'x' }, 'github-token: '],
  [{ ...NEEDED, INPUT_PROVIDER: 'openai', 'INPUT_API-KEY': 'k' }, 'model: '],
  [{ ...NEEDED, INPUT_PROVIDER: 'openai', INPUT_MODEL: 'm' }, 'api-key: '],
  [{ ...NEEDED, INPUT_PROVIDER: 'command' }, 'model-command: '],
  [{ ...NEEDED, INPUT_PROVIDER: 'replay' }, 'provider: '],
])('what belongs together is asked for together: %j', (environment, fault) => {
  expect(faultsOf(environment)).toEqual([expect.stringContaining(fault)]);
});

test('a pull request is asked of the corridor as a branch, a patch as a patch', () => {
  const onSuccess = (how: string) =>
    toRunSettings(readActionSettings({ ...NEEDED, 'INPUT_ON-SUCCESS': how })).onSuccess;
  expect([onSuccess('pr'), onSuccess('patch')]).toEqual(['branch', 'patch']);
});

test('the corridor gets the settings as they are', () => {
  const settings = readActionSettings({ ...NEEDED, 'INPUT_STATE-DIR': 'state', 'INPUT_MAX-FILES': '7' });
  expect(toRunSettings(settings)).toMatchObject({
    gate: ['npm test'],
    state: 'state',
    maxFiles: 7,
    deadline: 1800,
  });
});

const split = (mode: string, more: Record<string, string> = {}) => ({
  INPUT_MODE: mode,
  'INPUT_HAND-OVER': 'folder',
  'INPUT_LEDGER-HEAD': 'abc',
  'INPUT_GITHUB-TOKEN': 't',
  ...more,
});

test.each(['admit', 'verify', 'repair', 'publish'])('mode %s has no default folder to hand over', (mode) => {
  expect(() => readActionSettings(split(mode, { 'INPUT_HAND-OVER': '' }))).toThrow(/hand-over: is needed/);
});

test.each(['admit', 'verify', 'publish'])('mode %s may not hold the model’s key', (mode) => {
  expect(() => readActionSettings(split(mode, { 'INPUT_API-KEY': 'k' }))).toThrow(/must not hold it/);
});

test.each(['admit', 'verify', 'repair'])('mode %s may not hold a token that pushes', (mode) => {
  expect(() => readActionSettings(split(mode, { 'INPUT_PUSH-TOKEN': 'p' }))).toThrow(/must not hold it/);
});

test('only the job that runs code needs no token', () => {
  expect(readActionSettings(split('verify', { 'INPUT_GITHUB-TOKEN': '' })).githubToken).toBeNull();
  expect(() => readActionSettings(split('publish', { 'INPUT_GITHUB-TOKEN': '' }))).toThrow(/github-token/);
});

test('an agent that works where its key and the code are together needs the one-job mode', () => {
  const agent = { INPUT_PROVIDER: 'command', 'INPUT_MODEL-COMMAND': 'agent' };
  expect(() => readActionSettings(split('repair', agent))).toThrow(/needs mode all/);
  expect(readActionSettings({ 'INPUT_GITHUB-TOKEN': 't', ...agent }).provider).toBe('command');
});

test('what goes from job to job has no place in the one-job mode', () => {
  expect(() => readActionSettings(split('all'))).toThrow(/hand-over: goes with mode admit/);
});

test('jobs are bound to what decides what may be done, and not to their own power and time', () => {
  const shared = (more: Record<string, string>) =>
    JSON.stringify(sharedBySplitJobs(readActionSettings(split('repair', more))));
  expect(shared({ 'INPUT_API-KEY': 'k', 'INPUT_GITHUB-TOKEN': 'u' })).toBe(shared({}));
  for (const [name, value] of [
    ['GATE', 'true'],
    ['ALLOW', '**'],
    ['BASE-URL', 'https://elsewhere.example'],
    ['MAX-FILES', '7'],
    ['DEADLINE', '60'],
    ['BOTS', 'renovate[bot]'],
  ])
    expect(shared({ [`INPUT_${name}`]: value ?? '' })).not.toBe(shared({}));
});
