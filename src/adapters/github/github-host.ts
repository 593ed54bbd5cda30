import type { RepositoryName } from '../../domain/failed-run.js';
import type { Redact } from '../../domain/redaction.js';
import type {
  CodeHost,
  FixBranch,
  FixCommit,
  HostedPullRequest,
  HostedText,
  Placed,
  PullRequestPlace,
  Saved,
  Unsuitable,
} from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { createComments } from './comments.js';
import { commitAsData } from './commit-as-data.js';
import { type CommitDoors, commitSigned } from './commit-signed.js';
import { type Found, findIssue, findPullRequest } from './find-own-text.js';
import { HostError, statusOf } from './host-error.js';
import { hasMarker, withMarker } from './marker.js';
import { type At, readRef } from './place-ref.js';
import { readFixBranch } from './read-fix-branch.js';

/** Our issues carry it, so that they can be listed without reading every issue of the repository. */
export const ISSUE_LABEL = 'smart-fix';

const NO_ISSUES: Saved = { kind: 'not-allowed', detail: 'issues are switched off in this repository' };

const NOT_OPEN: Saved = { kind: 'not-allowed', detail: 'our pull request is not open any more' };

const ALLOW_PULLS = ' It can be allowed under Settings, Actions, General.';

/** GitHub as the place where a repair is published. */
export class GitHubHost implements CodeHost {
  readonly #client: GitHubClient;
  readonly #placing: GitHubClient;
  readonly #commit: CommitDoors;
  readonly #at: At;
  readonly #redact: Redact;

  /** @param doors `placing` makes the fix branch and opens its pull request: the client of the token that starts the checks. */
  constructor(doors: Omit<CommitDoors, 'at'>, { owner, name }: RepositoryName, redact: Redact) {
    this.#client = doors.client;
    this.#placing = doors.placing;
    this.#at = { owner, repo: name };
    this.#commit = { ...doors, at: this.#at };
    this.#redact = redact;
  }

  async readBranch(name: string): Promise<string | null> {
    try {
      return await readRef(this.#client, this.#at, `refs/heads/${name}`);
    } catch (error) {
      throw denied(error, `read the branch ${name}`);
    }
  }

  readFixBranch(name: string): Promise<FixBranch | null> {
    return readFixBranch(this.#client, this.#at, name);
  }

  commitSigned(fix: FixCommit): Promise<Placed | Unsuitable> {
    return commitSigned(this.#commit, fix);
  }

  commitAsData(fix: FixCommit): Promise<Placed> {
    return commitAsData(this.#commit, fix);
  }

  readPullRequest(branch: string): Promise<HostedPullRequest | null> {
    return findPullRequest(this.#client, { ...this.#at, branch });
  }

  async savePullRequest(text: HostedText, { branch, base, mayCreate }: PullRequestPlace): Promise<Saved> {
    const visible = this.#visible(text);
    const find = () => findPullRequest(this.#client, { ...this.#at, branch });
    const existing = await find();
    if (existing !== null) {
      // One that a person opened for our branch keeps the person's words: the push has brought it up to date.
      if (hasMarker(existing.body, text.marker))
        await this.#client.rest.pulls.update({ ...this.#at, pull_number: existing.number, ...visible });
      return { kind: 'updated', url: existing.url };
    }
    if (!mayCreate) return NOT_OPEN;
    const openWith = ({ rest }: GitHubClient, draft: boolean) =>
      rest.pulls.create({ ...this.#at, head: branch, base, draft, ...visible });
    // Its checks start by who opens it, as by who pushes.
    const open = (draft: boolean) =>
      openWith(this.#placing, draft).catch((error: unknown) => {
        const mayNot = statusOf(error) === 403 || statusOf(error) === 404;
        if (!mayNot || this.#placing === this.#client) throw error;
        return openWith(this.#client, draft);
      });
    const create = () =>
      open(true).catch((error: unknown) => {
        if (!refusesDrafts(error)) throw error;
        return open(false);
      });
    const tried = () => this.#create(create, find, ALLOW_PULLS);
    // GitHub takes one open pull request of a branch, so that a second try cannot make a second one.
    return (await tried()) ?? this.#done(await tried());
  }

  async saveIssue(text: HostedText): Promise<Saved> {
    const visible = this.#visible(text);
    const existing = await this.#findIssue(text.marker);
    if (existing === 'switched-off') return NO_ISSUES;
    if (existing !== null) {
      await this.#client.rest.issues.update({ ...this.#at, issue_number: existing.number, ...visible });
      return { kind: 'updated', url: existing.url };
    }
    const create = () => this.#client.rest.issues.create({ ...this.#at, ...visible, labels: [ISSUE_LABEL] });
    const find = () => findIssue(this.#client, { ...this.#at, label: ISSUE_LABEL, marker: text.marker });
    const saved = this.#done(await this.#create(create, find));
    return saved.kind === 'created' ? this.#keepOldest(saved, find) : saved;
  }

  saveComment(text: Pick<HostedText, 'marker' | 'body'>, pullRequestUrl: string): Promise<Saved> {
    const { owner, repo } = this.#at;
    const number = Number(/\/pull\/(\d+)$/.exec(pullRequestUrl)?.[1]);
    const place = { repository: { owner, name: repo }, number, redact: this.#redact };
    return createComments(this.#client, place).save(text);
  }

  /** Two runs may have looked at once and found none: the later issue is closed again, so that one is left. */
  async #keepOldest(
    saved: Extract<Saved, { kind: 'created' | 'updated' }>,
    find: () => Promise<Found | null>,
  ) {
    const oldest = await find().catch(() => null);
    if (oldest === null || oldest.url === saved.url) return saved;
    const issue_number = Number(saved.url.slice(saved.url.lastIndexOf('/') + 1));
    const closed = { state: 'closed', state_reason: 'not_planned' } as const;
    await this.#client.rest.issues.update({ ...this.#at, issue_number, ...closed });
    return { kind: 'updated', url: oldest.url } as const;
  }

  #visible(text: HostedText): { readonly title: string; readonly body: string } {
    return { title: this.#redact(text.title), body: this.#redact(withMarker(text)) };
  }

  async #findIssue(marker: string) {
    try {
      return await findIssue(this.#client, { ...this.#at, label: ISSUE_LABEL, marker });
    } catch (error) {
      if (statusOf(error) === 410) return 'switched-off' as const;
      throw denied(error, 'look for our issue');
    }
  }

  /**
   * A create that failed may have been done all the same, or before by somebody else: it is looked for before anything
   * is said. Null when there is none and the host did not say why.
   */
  async #create(
    create: () => Promise<{ readonly data: { readonly html_url: string } }>,
    find: () => Promise<{ readonly url: string } | null>,
    whenForbidden = '',
  ): Promise<Saved | null> {
    try {
      return { kind: 'created', url: (await create()).data.html_url };
    } catch (error) {
      const status = statusOf(error);
      if (status === 410) return NO_ISSUES;
      const found = await find();
      if (found !== null) return { kind: 'updated', url: found.url };
      const { message: detail } = error as Error;
      if (status === 403) return { kind: 'not-allowed', detail: `${detail}${whenForbidden}` };
      if (status === 404 || status === 422) return { kind: 'not-allowed', detail };
      if (error instanceof HostError || (status !== null && status < 500)) throw error;
      return null;
    }
  }

  #done(saved: Saved | null): Saved {
    if (saved !== null) return saved;
    throw new HostError('unavailable', 'GitHub did not take our text. Run it again later.');
  }
}

/** Private repositories have drafts only on some plans. */
function refusesDrafts(error: unknown): boolean {
  return statusOf(error) === 422 && /draft pull requests are not supported/i.test((error as Error).message);
}

function denied(error: unknown, what: string): unknown {
  const status = statusOf(error);
  if (status !== 401 && status !== 403) return error;
  return new HostError(
    'denied',
    `The token may not ${what}: ${(error as Error).message}. Check its permissions.`,
    error,
  );
}
