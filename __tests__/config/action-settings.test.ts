import { expect, test } from '@jest/globals';
import { readActionSettings, toRunSettings } from '../../src/config/action-settings.js';
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
    ...{ githubToken: 't', pushToken: null, runId: null, bots: [], apiKey: null, gate: ['npm test'] },
    ...{ allowForkCommand: false, sandbox: 'auto', sandboxImage: null },
    ...{ setup: null, recipes: ['all'], provider: null, model: null, baseUrl: null, modelCommand: null },
    ...{ modelTimeout: null, maxCost: null, price: [] },
    ...{ scopeHint: null, candidatePath: null, hypothesis: null },
    ...{ modelEnv: [], gateEnv: [], allow: [], protect: [], stateDir: null },
    ...{ allowTestEdits: false, fileClass: [] },
    ...{ maxAttempts: 3, maxModelCalls: 6, maxExecutions: null, maxProposals: 2, repeat: 1 },
    ...{ deadline: 1800, gateTimeout: 300, maxFiles: 5, maxLines: 400 },
    ...{ dryRun: false, onSuccess: 'pr', failOnEscalation: true },
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
