import type { BareRepository } from './bare-repository.js';
import type { CiStart } from './ci.js';
import type { RateLimit } from './rate-limit.js';
import type { AttemptRecord, GithubState, IssueRecord, RunRecord } from './state.js';
import type { Need, Token } from './tokens.js';

/** Where the layout that the request came in by puts its links. */
export interface Links {
  /** `http://127.0.0.1:4711` or `http://127.0.0.1:4711/api/v3`, then `/repos/owner/name` */
  readonly api: string;
  readonly repository: string;
  /** Page of the repository. */
  readonly html: string;
  readonly site: string;
}

export function linksOf({ repository }: GithubState, { site, api }: Pick<Links, 'site' | 'api'>): Links {
  const path = `${repository.owner}/${repository.name}`;
  return { site, api, repository: `${api}/repos/${path}`, html: `${site}/${path}` };
}

/** What a view of a record is made from. */
export interface Scene {
  readonly state: GithubState;
  readonly git: BareRepository;
  readonly links: Links;
}

export interface CiEvent {
  readonly event: CiStart['event'];
  readonly branch: string;
  readonly workflow?: number;
}

export interface Call<Body = unknown> extends Scene {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly accept: string;
  readonly rateLimit: RateLimit;
  readonly token: Token | null;
  readonly login: string;
  /** Notes a write that smart-fix must never do. */
  violate(fault: string): void;
  /** Notes a ref that smart-fix may not write. */
  checkRef(ref: string): void;
  /** Notes a change of what a person made. */
  checkOurs(record: { readonly isOurs: boolean }): void;
  addIssue(issue: Pick<IssueRecord, 'title' | 'body' | 'labels' | 'pull'>): IssueRecord;
  addRun(run: Pick<RunRecord, 'workflow' | 'event' | 'headBranch' | 'headSha'>): RunRecord;
  /** What the event starts, by the script of the test; null when nothing. Else than a dispatch, the bot's deeds wait or start nothing. */
  startCi(start: CiEvent): RunRecord | null;
  /** The script's next attempt of a run; null without a script. */
  rerunCi(run: RunRecord): AttemptRecord | null;
  /** An address on the second origin, good for one minute. */
  signedLink(path: string): string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is cut into pages by the server, which also makes the Link header. */
  readonly page?: Page;
}

interface Page {
  readonly items: readonly unknown[];
  readonly view: (item: never) => unknown;
  /** Name of the list in its envelope; without one the answer is the list. */
  readonly envelope?: string;
}

export interface Route {
  readonly operation: string;
  /** One of these is enough. */
  readonly needs: readonly Need[];
  handle(call: Call): Reply;
}

/** The body is checked against GitHub's description before the handler sees it, so a handler may name its shape. */
export function route<Body = unknown>(
  operation: string,
  needs: readonly Need[],
  handle: (call: Call<Body>) => Reply,
): Route {
  return { operation, needs, handle: (call) => handle(call as Call<Body>) };
}

export function answer(status: number, body?: unknown): Reply {
  return body === undefined ? { status } : { status, body };
}

export function list<Item>(items: readonly Item[], view: (item: Item) => unknown, envelope?: string): Reply {
  return { status: 200, page: { items, view, ...(envelope === undefined ? {} : { envelope }) } };
}

const DOCUMENTATION = 'https://docs.github.com/rest';

/** An error as GitHub words it. */
export function fault(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers, body: { message, documentation_url: DOCUMENTATION, status: String(status) } };
}

export const notFound = (): Reply => fault(404, 'Not Found');

/** 422 with one error of the resource. */
export function invalid(resource: string, error: Readonly<Record<string, string>>): Reply {
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      documentation_url: DOCUMENTATION,
      status: '422',
      errors: [{ resource, ...error }],
    },
  };
}
