import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FakeGithub } from './github/fake-github.js';

const root = join(import.meta.dirname, '../..');

/** nektos/act, a foreign implementation of the runner, where `SMART_FIX_TEST_ACT` names one. */
export const ACT = process.env.SMART_FIX_TEST_ACT ?? 'act';

export interface ActStart {
  readonly github: FakeGithub;
  /** Folder that goes with the test. */
  readonly folder: string;
  /** A file of `.github/examples` or `.github/workflows`. */
  readonly workflow: string;
  /** A reusable workflow of ours that it calls from its own folder. */
  readonly calls?: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly secrets?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Lines that a user of the example changes, from and to. */
  readonly edits?: readonly (readonly [string, string])[];
}

export interface ActResult {
  readonly exitCode: number;
  readonly log: string;
}

/**
 * Runs a workflow of ours on act, on this very machine: our action is the bundle under test, every other action a
 * stand-in of the same contract (`stub-actions`), and GitHub is the fake.
 */
export async function runAct(start: ActStart): Promise<ActResult> {
  const { github, folder, event } = start;
  const home = mkdtempSync(join(folder, 'act-'));
  const path = (...names: string[]): string => join(home, ...names);
  const project = path('project');
  const git = (...args: string[]) => execute('git', args, { cwd: project, env: { ...bare(home) } });
  mkdirSync(project);
  await git('init', '--quiet', '--initial-branch', github.state.repository.defaultBranch);
  await git('remote', 'add', 'origin', `https://github.com/${github.owner}/${github.name}.git`);
  await git(
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-mx',
  );
  const workflows = path('project', '.github', 'workflows');
  mkdirSync(workflows, { recursive: true });
  const called = start.calls === undefined ? '' : calledText(start.calls);
  if (start.calls !== undefined) writeFileSync(join(workflows, basename(start.calls)), called);
  const started = join(workflows, 'smart-fix.yml');
  writeFileSync(started, workflowText(start));
  writeFileSync(path('event.json'), JSON.stringify(event.payload));
  const replaced = replaceActions(workflowText(start) + called, path('actions'));
  return execute(
    ACT,
    [
      event.name,
      ...['--eventpath', path('event.json'), '--workflows', started],
      ...['-P', 'ubuntu-24.04=-self-hosted', '--action-offline-mode', '--no-cache-server', '--pull=false'],
      ...['--action-cache-path', path('cache'), '--no-skip-checkout'],
      ...['--secret', `GITHUB_TOKEN=${github.token}`],
      ...flags('--secret', start.secrets),
      ...flags('--var', start.variables),
      ...flags('--env', {
        GITHUB_API_URL: github.apiUrl,
        GITHUB_SERVER_URL: github.serverUrl,
        GITHUB_GRAPHQL_URL: `${github.apiUrl}/graphql`,
        // The runner sets these two; act does not.
        GITHUB_REPOSITORY_ID: String(github.state.repository.id),
        GITHUB_RUN_ATTEMPT: '1',
        STUB_ARTIFACTS: path('artifacts'),
      }),
      ...replaced,
    ],
    { cwd: project, env: { ...bare(home), PATH: process.env.PATH ?? '' } },
  );
}

function workflowText({ workflow, edits = [] }: ActStart): string {
  let text = readFileSync(join(root, workflow), 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${workflow} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** On GitHub the outputs of a job that was skipped are empty; act leaves them as the expressions that they are. */
function calledText(workflow: string): string {
  const text = readFileSync(join(root, workflow), 'utf8');
  return text.replace(/needs\.([\w-]+)\.outputs\.[\w-]+ \|\|/g, "needs.$1.result != 'skipped' && $&");
}

/** Every `uses:` as a folder: the bundle under test for ours, a stand-in for the others. */
function replaceActions(workflow: string, folder: string): string[] {
  const own = join(folder, 'smart-fix');
  cpSync(join(root, 'action.yml'), join(own, 'action.yml'));
  cpSync(dirname(process.env.SMART_FIX_TEST_CLI ?? ''), join(own, 'dist'), { recursive: true });
  const names = [
    ...new Set([...workflow.matchAll(/uses: ([\w.-]+\/[\w.-]+@[\w.-]+)/g)].map((match) => match[1] ?? '')),
  ];
  return names.flatMap((name) => {
    const repository = name.split('@')[0] ?? '';
    const stand = join(import.meta.dirname, 'stub-actions', repository.split('/')[1] ?? '');
    return ['--local-repository', `${name}=${repository.endsWith('/smart-fix') ? own : stand}`];
  });
}

function flags(flag: string, values: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

/** Nothing of this machine: a daemon that is there by chance would change what is tested. */
function bare(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    DOCKER_HOST: 'unix:///nowhere.sock',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

function execute(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<ActResult> {
  return new Promise((resolve) => {
    execFile(file, args, { ...options, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ exitCode: code, log: stdout + stderr });
    });
  });
}
