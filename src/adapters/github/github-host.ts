import type { RepositoryName } from '../../domain/failed-run.js';
import type { Redact } from '../../domain/redaction.js';
import type { CodeHost, HostedPullRequest, HostedText, Saved } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { findIssue, findPullRequest } from './find-own-text.js';
import { HostError, statusOf } from './host-error.js';
import { withMarker } from './marker.js';

/** Our issues carry it, so that they can be listed without reading every issue of the repository. */
export const ISSUE_LABEL = 'smart-fix';

/** GitHub as the place where a repair is published. */
export class GitHubHost implements CodeHost {
  readonly #client: GitHubClient;
  readonly #at: { readonly owner: string; readonly repo: string };
  readonly #redact: Redact;

  constructor(client: GitHubClient, { owner, name }: RepositoryName, redact: Redact) {
    this.#client = client;
    this.#at = { owner, repo: name };
    this.#redact = redact;
  }

  async readBranch(name: string): Promise<string | null> {
    try {
      const { data } = await this.#client.rest.git.getRef({ ...this.#at, ref: `heads/${name}` });
      return data.object.sha;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw denied(error, `read the branch ${name}`);
    }
  }

  readPullRequest(branch: string): Promise<HostedPullRequest | null> {
    return findPullRequest(this.#client, { ...this.#at, branch });
  }

  async savePullRequest(
    text: HostedText,
    { branch, base }: { readonly branch: string; readonly base: string },
  ): Promise<Saved> {
    const { title, body } = this.#visible(text);
    const existing = await findPullRequest(this.#client, { ...this.#at, branch });
    if (existing !== null) {
      await this.#client.rest.pulls.update({
        ...this.#at,
        pull_number: existing.number,
        title,
        body,
      });
      return { kind: 'updated', url: existing.url };
    }
    try {
      const { data } = await this.#client.rest.pulls.create({
        ...this.#at,
        head: branch,
        base,
        title,
        body,
        draft: true,
      });
      return { kind: 'created', url: data.html_url };
    } catch (error) {
      return this.#afterFailedCreate(error, () => findPullRequest(this.#client, { ...this.#at, branch }));
    }
  }

  async saveIssue(text: HostedText): Promise<Saved> {
    const { title, body } = this.#visible(text);
    const existing = await this.#findIssue(text.marker);
    if (existing === 'switched-off')
      return { kind: 'not-allowed', detail: 'issues are switched off in this repository' };
    if (existing !== null) {
      await this.#client.rest.issues.update({
        ...this.#at,
        issue_number: existing.number,
        title,
        body,
      });
      return { kind: 'updated', url: existing.url };
    }
    try {
      const { data } = await this.#client.rest.issues.create({
        ...this.#at,
        title,
        body,
        labels: [ISSUE_LABEL],
      });
      return { kind: 'created', url: data.html_url };
    } catch (error) {
      if (statusOf(error) === 410)
        return { kind: 'not-allowed', detail: 'issues are switched off in this repository' };
      return this.#afterFailedCreate(error, () =>
        findIssue(this.#client, { ...this.#at, label: ISSUE_LABEL, marker: text.marker }),
      );
    }
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

  /** A create that failed may have been done all the same, or before by somebody else: look before saying no. */
  async #afterFailedCreate(
    error: unknown,
    find: () => Promise<{ readonly url: string } | null>,
  ): Promise<Saved> {
    const found = await find();
    if (found !== null) return { kind: 'updated', url: found.url };
    const status = statusOf(error);
    const said = (error as Error).message;
    if (status === 403 || status === 404 || status === 422) return { kind: 'not-allowed', detail: said };
    throw new HostError('unavailable', `GitHub did not take our text: ${said}. Run it again later.`, error);
  }
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
