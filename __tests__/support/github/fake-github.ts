import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBareRepository } from './bare-repository.js';
import type { CiScript } from './ci.js';
import { startDownloadOrigin } from './download-origin.js';
import { createEventPayloads, type EventPayloads } from './event-payloads.js';
import { addFailedRun, type NewFailedRun } from './failed-run.js';
import { createFaultPlan, type FaultPlan } from './faults.js';
import { listen } from './listen.js';
import { type NewRepository, newState } from './new-state.js';
import { createPerson, type Person } from './person.js';
import { headRef } from './pull-range.js';
import { createRateLimit } from './rate-limit.js';
import {
  type CommentRecord,
  GITHUB_ACTIONS,
  type GithubState,
  type IssueRecord,
  type RunRecord,
} from './state.js';
import { ALL_PERMISSIONS, type Permissions } from './tokens.js';
import type { RequestRecord, World } from './world.js';

export interface FakeGithubOptions extends NewRepository {
  /** Files of the first commit on the default branch. */
  readonly files?: Readonly<Record<string, string>>;
  /** Pattern of the refs that may be written; any other write is a violation. */
  readonly allowedRef?: string;
}

/**
 * A GitHub for tests: REST API and git over HTTP on a real bare repository, job logs on a second origin. Every request
 * and every answer is checked against GitHub's OpenAPI description.
 */
export interface FakeGithub {
  /** `http://127.0.0.1:4711`: the API of github.com's layout, and the site. */
  readonly apiUrl: string;
  /** The API in the layout of GitHub Enterprise Server. */
  readonly gheUrl: string;
  readonly serverUrl: string;
  readonly gitUrl: string;
  readonly owner: string;
  readonly name: string;
  /** Of the GitHub Actions bot, with every permission that a job can ask for. */
  readonly token: string;
  /** Another token of the bot, with these permissions only. */
  tokenWith(permissions: Permissions): string;
  /** A person's own token: may what the person may. */
  tokenOf(login: string): string;
  readonly state: GithubState;
  /** What its servers share; for a test that needs git itself. */
  readonly world: World;
  readonly person: Person;
  readonly faults: FaultPlan;
  /** What the runner would put into the file of GITHUB_EVENT_PATH. */
  readonly events: EventPayloads;
  addFailedRun(run?: NewFailedRun): RunRecord;
  /** What workflows do from now on when a push, a pull request or a dispatch starts them; by itself nothing does. */
  runCi(script: CiScript): void;
  /** Lets the links to logs that were given so far run out. */
  expireLinks(): void;
  limitRequests(limit: number): void;
  /** Commit of a branch, or null. */
  headOf(branch: string): string | null;
  branches(): readonly string[];
  fileAt(branch: string, path: string): string;
  pulls(): readonly IssueRecord[];
  issues(): readonly IssueRecord[];
  comments(issue: number): readonly CommentRecord[];
  readonly requests: readonly RequestRecord[];
  /** Requests that asked for a change, pushes among them; but not for a lease, which nobody sees. */
  writes(): readonly RequestRecord[];
  /** What does not fit GitHub's description or the write policy. Taking them lets `close` pass. */
  takeViolations(): readonly string[];
  /** @throws Error when there were violations. */
  close(): Promise<void>;
}

export async function startFakeGithub(options: FakeGithubOptions = {}): Promise<FakeGithub> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-fix-github-'));
  const world = await createWorld(folder, options);
  const { state, git, violations } = world;
  const server = await listen(world);
  const { owner, name } = state.repository;
  const tokenFor = (login: string, isApp: boolean, permissions: Permissions): string => {
    // Like no other on this machine, so that a test can look for it in the command lines of all processes.
    const text = `token-${world.tokens.length + 1}-${login.replace(/\W/g, '')}-${randomBytes(6).toString('hex')}`;
    world.tokens.push({ text, login, isApp, permissions });
    return text;
  };
  return {
    ...{ apiUrl: server.site, gheUrl: `${server.site}/api/v3`, serverUrl: server.site },
    ...{ gitUrl: `${server.site}/${owner}/${name}.git`, owner, name },
    token: tokenFor(GITHUB_ACTIONS, true, ALL_PERMISSIONS),
    tokenWith: (permissions) => tokenFor(GITHUB_ACTIONS, true, permissions),
    tokenOf: (login) => tokenFor(login, false, permissionsOf(state, login)),
    ...{ state, world, person: createPerson(world), faults: world.faults, requests: world.requests },
    events: createEventPayloads(world, server.site),
    addFailedRun: (run = {}) => {
      const sha = run.sha ?? git.resolve(runRef(state, run));
      if (sha === null) throw new Error(`there is no branch ${runRef(state, run)} to run on`);
      return addFailedRun(state, sha, run);
    },
    runCi: (script) => {
      world.ci.script = script;
    },
    expireLinks: () => world.downloads.expireLinks(),
    limitRequests: (limit) => {
      world.rateLimit = createRateLimit(limit);
    },
    headOf: (branch) => git.resolve(`refs/heads/${branch}`),
    branches: () => git.refs('refs/heads/').map(({ ref }) => ref.slice('refs/heads/'.length)),
    fileAt: (branch, path) => git.git(['show', `refs/heads/${branch}:${path}`]),
    pulls: () => state.issues.filter((issue) => issue.pull !== null),
    issues: () => state.issues.filter((issue) => issue.pull === null),
    comments: (issue) => state.comments.filter((comment) => comment.issue === issue),
    writes: () => world.requests.filter(isWrite),
    takeViolations: () => violations.splice(0),
    close: async () => {
      await Promise.all([server.close(), world.downloads.close()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      if (violations.length > 0) throw new Error(`GitHub was used wrongly:\n${violations.join('\n')}`);
    },
  };
}

async function createWorld(
  folder: string,
  {
    files = { 'README.md': '# project\n' },
    allowedRef = 'refs/heads/smart-fix/*',
    ...repository
  }: FakeGithubOptions,
): Promise<World> {
  const state = newState(repository);
  const { defaultBranch } = state.repository;
  const git = createBareRepository(join(folder, 'project.git'), defaultBranch);
  git.push(`refs/heads/${defaultBranch}`, files, 'first');
  const violations: string[] = [];
  const faults = createFaultPlan(state);
  return {
    ...{ state, git, violations, allowedRef, tokens: [], requests: [] },
    faults,
    ci: { script: null },
    downloads: await startDownloadOrigin(state, faults, (violation) => violations.push(violation)),
    rateLimit: createRateLimit(),
  };
}

function permissionsOf({ users }: GithubState, login: string): Permissions {
  const role = users.find((user) => user.login === login)?.role ?? 'none';
  if (role === 'none') return {};
  if (role !== 'read' && role !== 'triage') return { ...ALL_PERMISSIONS, workflows: 'write' };
  return {
    contents: 'read',
    pull_requests: 'write',
    issues: 'write',
    actions: 'read',
    checks: 'read',
    statuses: 'read',
  };
}

function runRef({ repository }: GithubState, { branch, headRepository }: NewFailedRun): string {
  const owner = headRepository?.split('/')[0] ?? repository.owner;
  return headRef(repository.owner, { owner, ref: branch ?? repository.defaultBranch });
}

function isWrite({ method, operation, updates, body }: RequestRecord): boolean {
  if (operation.startsWith('git-')) return updates.length > 0;
  const isLease = /smart-fix[ /]lease/.test(JSON.stringify(body ?? null));
  return method !== 'GET' && operation !== 'graphql/query' && !isLease;
}
