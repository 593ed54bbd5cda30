import { diffFiles, diffText } from '../diff-files.js';
import { withPull } from '../find-issue.js';
import { setState } from '../issue-changes.js';
import { headRef, pullCommits, pullRange } from '../pull-range.js';
import { answer, type Call, fault, invalid, list, type Reply, type Route, route } from '../route.js';
import { GITHUB_ACTIONS, type IssueRecord, type PullRecord } from '../state.js';
import { timestamp } from '../timestamp.js';
import { commitView, fileView } from '../views/commit-view.js';
import { pullView, wholePullView } from '../views/pull-view.js';

export const pullRoutes: readonly Route[] = [
  route('pulls/list', ['pull_requests:read'], listPulls),
  route<NewPull>('pulls/create', ['pull_requests:write'], createPull),
  route('pulls/get', ['pull_requests:read'], (call) => withPull(call, getPull)),
  route<PullChange>('pulls/update', ['pull_requests:write'], (call) => withPull(call, updatePull)),
  route('pulls/list-files', ['pull_requests:read'], (call) => withPull(call, listFiles)),
  route('pulls/list-commits', ['pull_requests:read'], (call) =>
    withPull(call, (_, issue, pull) =>
      list(pullCommits(call, pullRange(call, issue, pull)), (sha) => commitView(call, sha)),
    ),
  ),
];

interface NewPull {
  readonly title?: string;
  readonly head: string;
  readonly base: string;
  readonly body?: string;
  readonly draft?: boolean;
}

interface PullChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
  readonly base?: string;
}

function listPulls(call: Call): Reply {
  const { state = 'open', head, base, sort = 'created', direction } = call.query;
  const key = sort === 'updated' ? 'updatedAt' : 'createdAt';
  const ascending = (direction ?? (sort === 'created' ? 'desc' : 'asc')) === 'asc';
  const found = call.state.issues
    .filter((issue) => state === 'all' || issue.state === state)
    .filter(({ pull }) => pull !== null && (base === undefined || pull.base === base))
    // GitHub ignores a head without its owner.
    .filter(({ pull }) => !head?.includes(':') || `${pull?.head.owner}:${pull?.head.ref}` === head)
    .sort((a, b) => a[key].localeCompare(b[key]) || a.number - b.number);
  const ordered = ascending ? found : found.reverse();
  return list(ordered, (issue) => pullView(call, issue, issue.pull as PullRecord));
}

function createPull(call: Call<NewPull>): Reply {
  const { state, git, body, login } = call;
  const { owner } = state.repository;
  if (login === GITHUB_ACTIONS && !state.repository.actionsMayCreatePulls) {
    return fault(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  }
  if (body.title === undefined) return invalid('PullRequest', { code: 'missing_field', field: 'title' });
  if (body.draft === true && !state.repository.hasDrafts)
    return fault(422, 'Draft pull requests are not supported in this repository.');
  const [headOwner, ref] = body.head.includes(':') ? body.head.split(':', 2) : [owner, body.head];
  const head = { owner: headOwner ?? owner, ref: ref ?? '' };
  const headSha = git.resolve(headRef(owner, head));
  if (headSha === null) return invalid('PullRequest', { field: 'head', code: 'invalid' });
  const baseSha = git.resolve(`refs/heads/${body.base}`);
  if (baseSha === null) return invalid('PullRequest', { field: 'base', code: 'invalid' });
  const custom = (message: string): Reply => invalid('PullRequest', { code: 'custom', message });
  if (git.isAncestor(headSha, baseSha)) return custom(`No commits between ${body.base} and ${head.ref}`);
  const twin = state.issues.find(
    ({ pull, state: at }) =>
      at === 'open' &&
      pull?.base === body.base &&
      pull.head.owner === head.owner &&
      pull.head.ref === head.ref,
  );
  if (twin !== undefined) return custom(`A pull request already exists for ${head.owner}:${head.ref}.`);
  call.checkRef(`refs/heads/${head.ref}`);
  const pull = { head, base: body.base, draft: body.draft ?? false, headSha, merged: false };
  const issue = call.addIssue({ title: body.title, body: body.body ?? null, labels: [], pull });
  call.startCi({ event: 'pull_request', branch: head.ref });
  return answer(201, wholePullView(call, issue, pull));
}

function getPull(call: Call, issue: IssueRecord, pull: PullRecord): Reply {
  if (!call.accept.includes('diff')) return answer(200, wholePullView(call, issue, pull));
  const { mergeBase, head } = pullRange(call, issue, pull);
  return answer(200, diffText(call.git, mergeBase, head));
}

function updatePull(call: Call<PullChange>, issue: IssueRecord, pull: PullRecord): Reply {
  const { title, body, state, base } = call.body;
  call.checkOurs(issue);
  if (state === 'open' && issue.state === 'closed') {
    const headSha = call.git.resolve(headRef(call.state.repository.owner, pull.head));
    if (pull.merged || headSha === null) return invalid('PullRequest', { field: 'state', code: 'invalid' });
  }
  if (base !== undefined) {
    if (call.git.resolve(`refs/heads/${base}`) === null)
      return invalid('PullRequest', { field: 'base', code: 'invalid' });
    pull.base = base;
  }
  if (title !== undefined) issue.title = title;
  if (body !== undefined) issue.body = body;
  if (state !== undefined) setState(issue, state);
  issue.updatedAt = timestamp();
  return answer(200, wholePullView(call, issue, pull));
}

function listFiles(call: Call, issue: IssueRecord, pull: PullRecord): Reply {
  const { mergeBase, head } = pullRange(call, issue, pull);
  return list(diffFiles(call.git, mergeBase, head), (file) => fileView(call, file, head));
}
