import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FakeGithub } from './github/fake-github.js';
import { node24 } from './node24.js';

export interface ActionStart {
  readonly github: FakeGithub;
  /** Folder that goes with the test; workspace and the runner's files lie below it. */
  readonly folder: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** Inputs by name; an absent one is empty, as the runner passes it. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** `https://HOST/api/v3` instead of the layout of github.com. */
  readonly ghes?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ownRunId?: number;
  /** False when actions/checkout was forgotten; a commit when it was named. */
  readonly checkout?: boolean | string;
  /** Puts further files below the runner's home, in which its workspace and files lie, before it starts. */
  readonly prepare?: (home: string) => void;
  readonly onStart?: (child: ChildProcess) => void;
  /** What is started instead of the bundle on Node 24. */
  readonly command?: readonly [string, ...string[]];
}

export interface ActionResult {
  readonly exitCode: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly workspace: string;
  /** RUNNER_TEMP, and the TMPDIR of everything. */
  readonly temporary: string;
}

/**
 * Starts the bundle of the Action as the runner does: on Node 24, in an emptied environment with the runner's variables
 * and files, in a checkout without stored credentials.
 */
export async function runAction(start: ActionStart): Promise<ActionResult> {
  const { github, folder } = start;
  const home = mkdtempSync(join(folder, 'runner-'));
  const path = (name: string): string => join(home, name);
  const workspace = path('workspace');
  if (start.checkout === false) mkdirSync(workspace);
  else await checkOut(github, workspace, start.checkout);
  mkdirSync(path('temp'));
  for (const name of ['output', 'summary', 'state', 'env', 'path']) writeFileSync(path(name), '');
  writeFileSync(path('event.json'), JSON.stringify(start.event.payload));
  start.prepare?.(home);
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: path('temp'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
    GITHUB_EVENT_NAME: start.event.name,
    GITHUB_EVENT_PATH: path('event.json'),
    GITHUB_RUN_ID: String(start.ownRunId ?? 1),
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_REPOSITORY_ID: '101',
    GITHUB_API_URL: start.ghes ? github.gheUrl : github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: path('output'),
    GITHUB_STEP_SUMMARY: path('summary'),
    GITHUB_STATE: path('state'),
    GITHUB_ENV: path('env'),
    GITHUB_PATH: path('path'),
    RUNNER_TEMP: path('temp'),
    // Nothing runs the checks of the fake, and this machine may have no sandbox, unless a test says so.
    ...inputVariables({
      'github-token': github.token,
      'wait-for-checks': '0',
      sandbox: 'none',
      ...start.inputs,
    }),
    ...start.environment,
  };
  const { exitCode, log } = await finish(environment, workspace, start);
  return {
    exitCode,
    log,
    outputs: readOutputs(readFileSync(path('output'), 'utf8')),
    summary: readFileSync(path('summary'), 'utf8'),
    workspace,
    temporary: path('temp'),
  };
}

/** Not synchronously: the server that answers runs in this very process. */
async function checkOut(
  github: FakeGithub,
  workspace: string,
  commit: ActionStart['checkout'],
): Promise<void> {
  const credentials = Buffer.from(`x-access-token:${github.token}`).toString('base64');
  const env = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    PATH: process.env.PATH,
    HOME: dirname(workspace),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  const git = (...args: string[]) => promisify(execFile)('git', args, { env });
  await git('clone', '--quiet', '--depth', '1', github.gitUrl, workspace);
  if (typeof commit !== 'string') return;
  await git('-C', workspace, 'fetch', '--quiet', '--depth', '1', github.gitUrl, commit);
  await git('-C', workspace, 'checkout', '--quiet', '--detach', commit);
}

function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
  );
}

function bundle(): string {
  return join(dirname(process.env.SMART_FIX_TEST_CLI ?? ''), 'index.js');
}

function finish(
  env: Record<string, string>,
  cwd: string,
  { onStart, command = [node24(), bundle()] }: ActionStart,
): Promise<{ exitCode: number | null; log: string }> {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, log }));
  });
}

/** The runner's file of outputs: `name<<delimiter`, the value, the delimiter. */
function readOutputs(text: string): Record<string, string> {
  const pattern = /^([\w-]+)<<(\S+)\n([\s\S]*?)\n?\2$/gm;
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, , value]) => [name, value]));
}
