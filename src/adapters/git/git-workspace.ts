import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChange, TreeChange } from '../../domain/patch.js';
import type {
  CollectedChanges,
  Leave,
  PushOptions,
  PushResult,
  Remote,
  TrackedFile,
  Workspace,
} from '../../isolate/workspace.js';
import { CheckoutDigests } from './checkout-digests.js';
import { clearTree } from './clear-tree.js';
import { collectChanges } from './collect-changes.js';
import { commitChanges } from './commit-changes.js';
import { commitTree } from './commit-tree.js';
import { digestFiles } from './digest-files.js';
import type { GateRepository } from './gate-repository.js';
import type { Git } from './git.js';
import type { HomeFolder } from './home-folder.js';
import { listTree } from './list-tree.js';
import { readTexts } from './read-blobs.js';
import { isBranchName } from './read-branch.js';
import type { Trees } from './read-tree.js';
import { readTreeChange } from './read-tree-change.js';
import { pushTo } from './remote.js';
import { makeWritable, removeFolder } from './remove-folder.js';
import { readWorktreeFile } from './worktree-files.js';

interface WorkspaceParts {
  /** Our repository, with `tree` as its worktree. */
  readonly git: Git;
  readonly trees: Trees;
  /** Null for a workspace of data, which has no tree. */
  readonly gate: GateRepository | null;
  readonly folder: string;
  readonly tree: string;
  readonly temporaryDirectory: string;
  readonly home: HomeFolder;
  readonly objectFolders: readonly string[];
  readonly baseCommit: string;
}

const DIFF_OPTIONS =
  '--no-ext-diff --no-textconv --no-color --no-renames --text --ignore-submodules=all'.split(' ');

export class GitWorkspace implements Workspace {
  readonly baseCommit: string;
  readonly directory: string;
  readonly temporaryDirectory: string;
  readonly homeDirectory: string;
  readonly objectFolders: readonly string[];
  readonly #parts: WorkspaceParts;
  readonly #git: Git;
  readonly #control: string;
  readonly #trees: Trees;
  readonly #checkouts = new CheckoutDigests();
  #branch: string | null = null;

  constructor(parts: WorkspaceParts) {
    this.baseCommit = parts.baseCommit;
    this.directory = parts.tree;
    this.temporaryDirectory = parts.temporaryDirectory;
    this.homeDirectory = parts.home.path;
    this.objectFolders = parts.objectFolders;
    this.#parts = parts;
    this.#git = parts.git;
    this.#trees = parts.trees;
    this.#control = join(parts.folder, 'control.git');
  }

  get branch(): string | null {
    return this.#branch;
  }

  async startBranch(name: string): Promise<void> {
    if (!(await isBranchName(this.#git, name))) {
      throw new Error(`${JSON.stringify(name)} is no branch name that git accepts. Choose another.`);
    }
    this.#branch = name;
  }

  listFiles(commit: string): Promise<readonly TrackedFile[]> {
    return this.#trees.of(commit);
  }

  async readFile(commit: string, path: string): Promise<string | null> {
    return (await this.readFiles(commit, [path])).get(path) ?? null;
  }

  async readFiles(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readTexts(this.#git, await this.#trees.of(commit), paths);
  }

  async filesWith(commit: string, text: string): Promise<readonly string[]> {
    const options = [
      '--files-with-matches',
      '--null',
      '--fixed-strings',
      '-I',
      '--no-textconv',
      '--no-color',
    ];
    const found = await this.#git.tryText(['grep', ...options, '-e', text, commit]);
    // Git writes `<commit>:<path>`, and ends with 1 when there is nothing.
    const names = (found ?? '').split('\0').slice(0, -1);
    return names.map((name) => name.slice(commit.length + 1));
  }

  async commit(parent: string, changes: readonly FileChange[], message: string): Promise<string> {
    const indexFile = join(this.#control, 'commit-index');
    const entries = await this.#trees.of(parent);
    return commitChanges(this.#git, { parent, entries, changes, message, indexFile });
  }

  recommit(commit: string, parent: string, message: string, at?: Date): Promise<string> {
    return commitTree(this.#git, `${commit}^{tree}`, { parent, message, ...(at && { at }) });
  }

  /** @throws in a workspace of data. */
  async checkout(commit: string, leave: Leave): Promise<void> {
    const { gate } = this.#parts;
    if (gate === null) throw new Error('this workspace holds data alone; nothing is checked out in it');
    if (leave !== 'untracked') await this.#parts.home.keepCaches();
    const files = await this.listFiles(commit);
    await clearTree(this.directory, files, leave);
    // git-clean takes all that lies in the place of a submodule for tracked.
    const modules = leave === 'nothing' ? files.filter(({ kind }) => kind === 'submodule') : [];
    for (const { path } of modules) await removeFolder(join(this.directory, path));
    await this.#git.text(['read-tree', '--reset', '-u', commit]);
    if (leave !== 'untracked') {
      await this.#clean(leave === 'nothing' ? '-ffdxq' : '-ffdq');
      await emptyFolder(this.temporaryDirectory);
    }
    if (leave === 'nothing') await this.#parts.home.prepare(commit);
    const index = join(this.#control, 'index');
    await gate.place(this.directory, { branch: this.#branch, commit, index });
  }

  async #clean(options: string): Promise<void> {
    if ((await this.#git.tryText(['clean', options])) !== null) return;
    await makeWritable(this.directory);
    await this.#git.text(['clean', options]);
  }

  async digestCheckout(commit: string): Promise<ReadonlyMap<string, string | null>> {
    return this.#checkouts.of(this.directory, await this.#trees.of(commit));
  }

  async digestFiles(commit: string): Promise<ReadonlyMap<string, string | null>> {
    return digestFiles(this.directory, await this.listFiles(commit));
  }

  async listUntracked(commit: string): Promise<readonly string[]> {
    const tracked = new Set((await this.listFiles(commit)).map(({ path }) => path));
    return (await listTree(this.directory)).filter((path) => !tracked.has(path));
  }

  readWorktreeFile(path: string): Promise<string | null> {
    return readWorktreeFile(this.directory, path);
  }

  async collectChanges(commit: string): Promise<CollectedChanges> {
    return collectChanges(this.#git, {
      commit,
      entries: await this.#trees.of(commit),
      tree: this.directory,
      copy: join(this.#control, 'collect-index'),
    });
  }

  diff(from: string, to: string): Promise<string> {
    return this.#git.text(['diff', ...DIFF_OPTIONS, from, to, '--']);
  }

  diffStat(from: string, to: string): Promise<string> {
    return this.#git.text(['diff', '--stat', ...DIFF_OPTIONS, from, to, '--']);
  }

  /** Objects that `commit` needs and the base commit does not have, as a pack. */
  pack(commit: string): Promise<Buffer> {
    const input = `${commit}\n^${this.baseCommit}\n`;
    return this.#git.bytes(['pack-objects', '--revs', '--stdout', '-q'], { input });
  }

  readTreeChange(commit: string): Promise<TreeChange> {
    return readTreeChange(this.#git, this.baseCommit, commit);
  }

  push(remote: Remote, options: PushOptions): Promise<PushResult> {
    return pushTo(this.#git, remote, options);
  }

  dispose(): Promise<void> {
    return removeFolder(this.#parts.folder);
  }
}

async function emptyFolder(path: string): Promise<void> {
  await removeFolder(path);
  await mkdir(path);
}
