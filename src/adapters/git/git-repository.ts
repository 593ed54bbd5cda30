import type {
  ChangeQuery,
  MergeResult,
  RecentChange,
  Repository,
  RepositoryState,
} from '../../isolate/repository.js';
import type { BranchState, Remote, Workspace } from '../../isolate/workspace.js';
import type { Git } from './git.js';
import { GitWorkspace } from './git-workspace.js';
import { mergeNoFastForward } from './merge-no-fast-forward.js';
import { openWorkspace } from './open-workspace.js';
import { readTexts } from './read-blobs.js';
import { isBranchName, readBranch } from './read-branch.js';
import { readRecentChange } from './read-recent-change.js';
import { readCheckedOutBranches, readRepositoryState } from './read-repository-state.js';
import { Trees } from './read-tree.js';
import { fetchFrom } from './remote.js';

/** The person's repository. Its hooks, filters and helpers never run, and nothing of it is written but refs. */
export class GitRepository implements Repository {
  readonly #git: Git;
  readonly #trees: Trees;
  readonly #temporaryRoot: string;
  readonly #hasTree: boolean;

  /** Without a tree, its workspaces hold commits as data, and nothing can run in them. */
  constructor(git: Git, temporaryRoot: string, hasTree = true) {
    this.#git = git;
    this.#trees = new Trees(git);
    this.#temporaryRoot = temporaryRoot;
    this.#hasTree = hasTree;
  }

  readState(): Promise<RepositoryState> {
    return readRepositoryState(this.#git, this.#trees);
  }

  readCheckedOutBranches(): Promise<readonly string[]> {
    return readCheckedOutBranches(this.#git);
  }

  async listFilesOf(commit: string): Promise<readonly string[]> {
    const tree = await this.#trees.of(commit);
    return tree.filter((entry) => entry.kind !== 'submodule').map((entry) => entry.path);
  }

  async readFilesOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readTexts(this.#git, await this.#trees.of(commit), paths);
  }

  readRecentChange(query: ChangeQuery): Promise<RecentChange | null> {
    return readRecentChange(this.#git, query);
  }

  readBranch(name: string, baseCommit: string): Promise<BranchState | null> {
    return readBranch(this.#git, name, baseCommit);
  }

  isBranchName(name: string): Promise<boolean> {
    return isBranchName(this.#git, name);
  }

  async requireCommit(commit: string, remote: Remote): Promise<void> {
    const isHere = async () => (await this.#git.tryText(['cat-file', '-e', `${commit}^{commit}`])) !== null;
    if (await isHere()) return;
    await fetchFrom(this.#git, remote, commit);
    if (!(await isHere())) {
      throw new Error(
        `commit ${commit} is neither in the checkout nor on the server; was the branch rewritten?`,
      );
    }
  }

  async openWorkspace(baseCommit: string): Promise<Workspace> {
    return await openWorkspace(this.#git, {
      baseCommit,
      baseTree: await this.#trees.of(baseCommit),
      temporaryRoot: this.#temporaryRoot,
      hasTree: this.#hasTree,
    });
  }

  async putRef(ref: string, workspace: Workspace, commit: string, expected: string | null): Promise<void> {
    if (!(workspace instanceof GitWorkspace)) throw new Error('putRef needs a workspace of this repository.');
    if ((await this.readCheckedOutBranches()).some((branch) => ref === `refs/heads/${branch}`)) {
      throw new Error(`${ref} is checked out. Choose another branch name, or leave that branch.`);
    }
    await this.#git.bytes(['unpack-objects', '-q', '--strict'], { input: await workspace.pack(commit) });
    const old = expected ?? '0'.repeat(commit.length);
    await this.#git.text(['update-ref', '--no-deref', '-m', 'smart-fix', '--', ref, commit, old]);
  }

  mergeNoFastForward(options: {
    readonly into: string | null;
    readonly branch: string;
    readonly base: string;
    readonly message: string;
  }): Promise<MergeResult> {
    return mergeNoFastForward(this.#git, options);
  }
}
