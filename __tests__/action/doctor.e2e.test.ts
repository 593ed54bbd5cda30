import { expect, test } from '@jest/globals';
import { BROKEN_SUM, CHECK } from '../support/broken-sum.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { type ActionResult, type ActionStart, runAction } from '../support/run-action.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-doctor');
const start = useFakeGithub();

const PATH = '.github/workflows/doctor.yml';
const PERMISSIONS = [
  ...['actions: write', 'checks: read', 'contents: write', 'issues: write'],
  ...['pull-requests: write', 'statuses: read'],
];

const workflow = (permissions: readonly string[] | null): string =>
  [
    'on: workflow_dispatch',
    'jobs:',
    '  doctor:',
    '    runs-on: ubuntu-24.04',
    ...(permissions === null ? [] : [`    permissions: { ${permissions.join(', ')} }`]),
    '',
  ].join('\n');

interface Visit extends Partial<ActionStart> {
  readonly permissions?: readonly string[] | null;
  readonly files?: Readonly<Record<string, string>>;
}

async function visit(
  { permissions = PERMISSIONS, files = {}, ...more }: Visit = {},
  inputs: (github: FakeGithub) => Readonly<Record<string, string>> = () => ({}),
): Promise<{ github: FakeGithub; result: ActionResult }> {
  const github = await start({ files: { ...BROKEN_SUM, [PATH]: workflow(permissions), ...files } });
  const result = await runAction({
    github,
    folder,
    event: { name: 'workflow_dispatch', payload: {} },
    inputs: { mode: 'doctor', gate: CHECK, ...inputs(github) },
    environment: {
      GITHUB_WORKFLOW_REF: `${github.owner}/${github.name}/${PATH}@refs/heads/main`,
      GITHUB_JOB: 'doctor',
    },
    ...more,
  });
  return { github, result };
}

const linesOf = ({ log }: ActionResult, topic: string): readonly string[] =>
  log.split('\n').filter((line) => new RegExp(`^\\w+ +${topic} `).test(line));

test('a job that has everything is told so, in log and summary, and nothing is changed', async () => {
  const { github, result } = await visit();
  expect(result.exitCode).toBe(0);
  expect(result.log).toContain('A repair can run.');
  expect(result.summary).toContain('## smart-fix doctor');
  expect(linesOf(result, 'token')).toEqual([
    expect.stringContaining("ok       token            github-token is the workflow's own token"),
  ]);
  expect(linesOf(result, 'permissions')).toEqual([expect.stringContaining('every permission')]);
  const writes = github.requests.filter(
    ({ method, operation }) => method !== 'GET' && operation !== 'graphql/query',
  );
  expect(writes.filter(({ operation }) => !operation.startsWith('git-'))).toEqual([]);
});

test('it says whether checks of a fix will start, and what makes them', async () => {
  const { result } = await visit();
  expect(linesOf(result, 'checks of a fix')).toEqual([
    expect.stringMatching(/starts no workflow.*wait for one approval; smart-fix starts the failed workflow/),
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
  expect(result.log).toContain('add:  push-token: ${{ secrets.SMART_FIX_PUSH_TOKEN }}');
  const { result: own } = await visit({}, ({ tokenOf }) => ({ 'push-token': tokenOf('octocat') }));
  expect(linesOf(own, 'checks of a fix')).toEqual([
    expect.stringContaining('what push-token pushes starts workflows'),
  ]);
});

test('each permission that the job lacks is named with its line', async () => {
  const { result } = await visit({ permissions: ['contents: read', 'actions: read'] }, ({ tokenWith }) => ({
    'github-token': tokenWith({ contents: 'read', actions: 'read' }),
  }));
  expect(result.exitCode).toBe(1);
  expect(linesOf(result, 'permissions').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'MISSING permissions the job lacks contents: write.',
    'MISSING permissions the job lacks pull-requests: write.',
    expect.stringMatching(/^note permissions the job lacks actions: write: /),
    expect.stringMatching(/^note permissions the job lacks issues: write: /),
    expect.stringMatching(/^note permissions the job lacks checks: read: /),
    expect.stringMatching(/^note permissions the job lacks statuses: read: /),
  ]);
  expect(result.log).toMatch(/add: +contents: write\n/);
  expect(result.log).toContain('::error::smart-fix doctor: no repair can run yet');
});

test('where the workflow says no permissions, what may be read is tried and what to say is told', async () => {
  const { result } = await visit({ permissions: null }, ({ tokenWith }) => ({
    'github-token': tokenWith({ contents: 'read', pull_requests: 'read', issues: 'read' }),
  }));
  expect(linesOf(result, 'permissions')).toEqual([
    expect.stringContaining('the settings of the repository decide'),
    expect.stringContaining('the token may not read actions'),
  ]);
  expect(result.log).toMatch(
    /add: +permissions:\n +contents: write\n +pull-requests: write\n +actions: write\n/,
  );
});

test('without a checkout the step to add is named', async () => {
  const { result } = await visit({ checkout: false });
  expect(result.exitCode).toBe(1);
  expect(linesOf(result, 'repository')).toEqual([expect.stringContaining('is not a git repository')]);
  expect(result.log).toContain('add:  - uses: actions/checkout@');
});

test('a bad configuration and a token that nobody knows are missing', async () => {
  const { result } = await visit({ files: { '.github/smart-fix.yml': 'gat: npm test\n' } }, () => ({
    'push-token': `ghp_${'b2'.repeat(18)}`,
  }));
  expect(result.exitCode).toBe(1);
  expect(linesOf(result, 'configuration')).toEqual([expect.stringContaining('unknown key gat')]);
  expect(linesOf(result, 'token')[1]).toContain('push-token: GitHub does not know it');
});

test('no secret is printed, and what the repository says is no command to the runner', async () => {
  const key = 'sk-test-0123456789abcdef0123456789';
  const { github, result } = await visit({}, ({ tokenWith }) => ({
    'push-token': tokenWith(ALL_PERMISSIONS),
    'api-key': key,
    model: '::set-output name=x::y',
    gate: '##[add-mask]sum',
  }));
  const text = `${result.log.replace(/^::add-mask::.*$/gm, '')}${result.summary}`;
  for (const secret of [github.token, key]) expect(text).not.toContain(secret);
  const commands = result.log.split('\n').filter((line) => /^\s*::|##\[/.test(line));
  expect(commands.filter((line) => !line.startsWith('::add-mask::') && line !== '')).toEqual([]);
});
