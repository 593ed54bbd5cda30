import type { TrackedFile } from '../../isolate/workspace.js';
import type { Git } from './git.js';

export interface TreeEntry extends TrackedFile {
  readonly mode: string;
  readonly object: string;
}

const KINDS: Readonly<Record<string, TrackedFile['kind']>> = {
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};

export function isRegular({ kind }: TrackedFile): boolean {
  return kind === 'file' || kind === 'executable';
}

/** Every entry of a commit's tree in path order. */
async function readTree(git: Git, commit: string): Promise<readonly TreeEntry[]> {
  const lines = await git.fields(['ls-tree', '-r', '-z', '--full-tree', commit]);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    return { mode, object, kind: KINDS[mode] ?? 'file', path: line.slice(tab + 1) };
  });
}

/** Trees of commits by their ids: one never changes, and is read once. */
export class Trees {
  readonly #git: Git;
  readonly #known: Map<string, Promise<readonly TreeEntry[]>>;

  /** @param known what was read already, of a repository with the same objects. */
  constructor(git: Git, known: Readonly<Record<string, readonly TreeEntry[]>> = {}) {
    this.#git = git;
    this.#known = new Map(Object.entries(known).map(([commit, tree]) => [commit, Promise.resolve(tree)]));
  }

  of(commit: string): Promise<readonly TreeEntry[]> {
    const tree = this.#known.get(commit) ?? readTree(this.#git, commit);
    this.#known.set(commit, tree);
    // What cannot be read now may come with a fetch.
    tree.catch(() => this.#known.delete(commit));
    return tree;
  }
}
