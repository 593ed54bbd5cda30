import { approve } from './ci-events.js';
import { setState } from './issue-changes.js';
import { headRef } from './pull-range.js';
import { addIssue } from './records.js';
import { type CommentRecord, GITHUB_ACTIONS, type IssueRecord, type Role, type RunRecord } from './state.js';
import { timestamp } from './timestamp.js';
import type { World } from './world.js';

export interface NewPersonsPull {
  readonly head: string;
  readonly base?: string;
  readonly title?: string;
  readonly body?: string;
  readonly author?: string;
  /** Owner of the fork that the head lies in. */
  readonly headOwner?: string;
}

/**
 * What people do to the repository before or while smart-fix works: not through the API, so bound by no policy. What
 * has `github-actions[bot]` as its author counts as ours.
 */
export interface Person {
  /** Commits files (null deletes one) on top of a branch, which is made from the default branch when it is new. */
  push(branch: string, files: Readonly<Record<string, string | null>>, message?: string): string;
  /** The same in somebody's fork. */
  pushToFork(owner: string, branch: string, files: Readonly<Record<string, string | null>>): string;
  deleteBranch(branch: string): void;
  openPull(pull: NewPersonsPull): IssueRecord;
  openIssue(title: string, body?: string, author?: string): IssueRecord;
  comment(issue: number, body: string, author?: string): CommentRecord;
  close(issue: number): void;
  label(issue: number, name: string): void;
  tag(name: string, commit: string): void;
  /** Merges an open pull request of this repository, by fast-forward. */
  merge(pull: number): void;
  /** Lets a run go on that waits for an approval. */
  approve(run: RunRecord): void;
  addCollaborator(login: string, role: Role, type?: 'User' | 'Bot'): void;
}

/** What the bot made in an earlier run may be changed. */
function isOurs(author: string): boolean {
  return author === GITHUB_ACTIONS;
}

export function createPerson(world: World): Person {
  const { state, git } = world;
  const { owner, defaultBranch } = state.repository;
  const find = (number: number): IssueRecord => {
    const issue = state.issues.find((each) => each.number === number);
    if (issue === undefined) throw new Error(`there is no issue #${number}`);
    return issue;
  };
  return {
    push: (branch, files, message = 'change') => git.push(`refs/heads/${branch}`, files, message),
    pushToFork: (fork, branch, files) =>
      git.push(headRef(owner, { owner: fork, ref: branch }), files, 'change'),
    deleteBranch: (branch) => {
      git.git(['update-ref', '-d', `refs/heads/${branch}`]);
    },
    openPull: ({
      head,
      base = defaultBranch,
      title = 'A change',
      body = '',
      author = 'octocat',
      headOwner = owner,
    }) => {
      const pullHead = { owner: headOwner, ref: head };
      const headSha = git.resolve(headRef(owner, pullHead));
      if (headSha === null) throw new Error(`there is no branch ${headOwner}:${head}`);
      const pull = { head: pullHead, base, draft: false, headSha, merged: false };
      return addIssue(state, { title, body, labels: [], pull, author, isOurs: isOurs(author) });
    },
    openIssue: (title, body = '', author = 'octocat') =>
      addIssue(state, { title, body, labels: [], pull: null, author, isOurs: isOurs(author) }),
    comment: (issue, body, author = 'octocat') => {
      const at = timestamp();
      const comment = {
        ...{
          id: state.nextId++,
          issue: find(issue).number,
          body,
          author,
          isOurs: isOurs(author),
          reactions: [],
        },
        ...{ createdAt: at, updatedAt: at },
      };
      state.comments.push(comment);
      return comment;
    },
    approve: (run) => approve(world, run),
    close: (number) => setState(find(number), 'closed'),
    label: (number, name) => {
      if (!state.labels.some((label) => label.name === name))
        state.labels.push({ id: state.nextId++, name, color: 'ededed', description: null });
      find(number).labels.push(name);
    },
    tag: (name, commit) => {
      git.git(['update-ref', `refs/tags/${name}`, commit]);
    },
    merge: (number) => {
      const issue = find(number);
      if (issue.pull === null) throw new Error(`#${number} is no pull request`);
      const { head, base } = issue.pull;
      const sha = git.resolve(headRef(owner, head)) ?? '';
      git.git(['update-ref', `refs/heads/${base}`, sha]);
      issue.pull.headSha = sha;
      issue.pull.merged = true;
      setState(issue, 'closed');
    },
    addCollaborator: (login, role, type = 'User') => {
      const known = state.users.find((user) => user.login === login);
      if (known === undefined) state.users.push({ id: state.nextId++, login, type, role });
      else known.role = role;
    },
  };
}
