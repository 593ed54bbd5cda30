import { copyFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.js';
import { initRepository, type Lender } from './init-repository.js';
import { removeFolder } from './remove-folder.js';

/**
 * The `.git` that commands of the gate see: branches, tags and remote branches of the person, and nothing of worth.
 * What a gate does to it is never read; every step puts a new copy of the pattern in its place.
 */
export class GateRepository {
  readonly #git: Git;
  readonly #pattern: string;

  private constructor(git: Git, pattern: string) {
    this.#git = git;
    this.#pattern = pattern;
  }

  static async create(
    outside: Git,
    options: {
      readonly person: Git;
      readonly lender: Lender;
      readonly control: string;
      readonly folder: string;
    },
  ): Promise<GateRepository> {
    const { person, lender, control, folder } = options;
    const pattern = join(folder, 'gate');
    await initRepository(outside, { lender, gitDirectory: pattern, also: control });
    const git = outside.with({ gitDirectory: pattern });
    await git.text(['config', 'core.bare', 'false']);
    const url = (await person.tryText(['config', '--get', 'remote.origin.url']))?.trimEnd();
    if (url && !/:\/\/[^/]*@/.test(url)) {
      await git.text(['config', 'remote.origin.url', url]);
      await git.text(['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*']);
    }
    await copyRefs(person, pattern);
    return new GateRepository(git, pattern);
  }

  /**
   * Puts a repository into `tree` that has `commit` checked out, on `branch` when there is one; `index` is the file
   * that is in step with the tree.
   */
  async place(
    tree: string,
    at: { readonly branch: string | null; readonly commit: string; readonly index: string },
  ): Promise<void> {
    const ref = `refs/heads/${at.branch}`;
    // A branch of the person can stand in the way of the name (`a` and `a/b`): then HEAD stays detached.
    const isOnBranch =
      at.branch !== null && (await this.#git.tryText(['update-ref', ref, at.commit])) !== null;
    if (isOnBranch) await this.#git.text(['symbolic-ref', 'HEAD', ref]);
    else await this.#git.text(['update-ref', '--no-deref', 'HEAD', at.commit]);
    await copyFile(at.index, join(this.#pattern, 'index'));
    await removeFolder(join(tree, '.git'));
    await cp(this.#pattern, join(tree, '.git'), { recursive: true });
  }
}

/** The branches, tags and remote branches of the person in one file of gitrepository-layout(5), `packed-refs`. */
async function copyRefs(person: Git, pattern: string): Promise<void> {
  const format = '--format=%(objectname) %(refname)';
  const refs = await person.bytes(['for-each-ref', format, 'refs/heads', 'refs/tags', 'refs/remotes']);
  await writeFile(join(pattern, 'packed-refs'), refs);
}
