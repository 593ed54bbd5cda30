import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitInput, runGit, tryGit } from './git-process.js';
import { PRE_RECEIVE_HOOK } from './pre-receive-hook.js';

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  /** Null deletes the path. */
  readonly sha: string | null;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 */
  readonly date?: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author?: Signature;
  readonly committer?: Signature;
}

/** The git data of the fake's repository: a real bare repository, written and read by real git. */
export interface BareRepository {
  readonly folder: string;
  git(args: readonly string[], input?: GitInput): string;
  /** The commit that a ref or a full name of an object leads to, or null. */
  resolve(name: string): string | null;
  hasObject(sha: string): boolean;
  refs(prefix: string): readonly { readonly ref: string; readonly sha: string }[];
  /** Compares and swaps; false when the ref is not at `from` (null: must not exist). */
  moveRef(ref: string, to: string | null, from: string | null): boolean;
  isAncestor(ancestor: string, descendant: string): boolean;
  writeBlob(content: Buffer): string;
  writeTree(entries: readonly TreeEntry[], base: string | null): string;
  writeCommit(commit: NewCommit): string;
  /** Commits files on top of a ref, or of the default branch when it is new, as somebody's push would; null deletes a file. */
  push(ref: string, files: Readonly<Record<string, string | null>>, message: string): string;
}

export function createBareRepository(folder: string, defaultBranch: string): BareRepository {
  runGit(folder, ['init', '--quiet', '--bare', '--initial-branch', defaultBranch, folder]);
  runGit(folder, ['config', 'http.receivepack', 'true']);
  runGit(folder, ['config', 'uploadpack.allowFilter', 'true']);
  runGit(folder, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  runGit(folder, ['config', 'receive.denyDeletes', 'false']);
  runGit(folder, ['config', 'gc.auto', '0']);
  runGit(folder, ['config', 'transfer.hideRefs', 'refs/forks']);
  writeFileSync(join(folder, 'hooks', 'pre-receive'), PRE_RECEIVE_HOOK, { mode: 0o755 });
  const git = (args: readonly string[], input?: GitInput): string => runGit(folder, args, input);
  const resolve = (name: string): string | null =>
    tryGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])?.trim() ??
    null;
  const writers = { writeBlob, writeTree, writeCommit };

  function writeBlob(content: Buffer): string {
    return git(['hash-object', '-w', '--stdin'], { input: content }).trim();
  }

  function writeTree(entries: readonly TreeEntry[], base: string | null): string {
    const env = { GIT_INDEX_FILE: join(folder, `index-${process.hrtime.bigint()}`) };
    git(['read-tree', ...(base === null ? ['--empty'] : [base])], { env });
    const lines = entries.map(({ path, mode, sha }) =>
      sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`,
    );
    git(['update-index', '-z', '--index-info'], { env, input: lines.join('') });
    return git(['write-tree'], { env }).trim();
  }

  function writeCommit({ tree, parents, message, author, committer }: NewCommit): string {
    const args = parents.flatMap((parent) => ['-p', parent]);
    const env = { ...signatureOf('AUTHOR', author), ...signatureOf('COMMITTER', committer ?? author) };
    return git(['commit-tree', tree, ...args, '-F', '-'], { input: message, env }).trim();
  }

  return {
    folder,
    git,
    resolve,
    ...writers,
    hasObject: (sha) => tryGit(folder, ['cat-file', '-e', sha]) !== null,
    refs: (prefix) =>
      git(['for-each-ref', '--format=%(refname) %(objectname)'])
        .split('\n')
        .filter((line) => line.startsWith(prefix))
        .map((line) => ({ ref: line.split(' ')[0] ?? '', sha: line.split(' ')[1] ?? '' })),
    moveRef: (ref, to, from) => {
      const change = to === null ? ['-d', ref] : [ref, to];
      return tryGit(folder, ['update-ref', ...change, from ?? '0'.repeat(40)]) !== null;
    },
    isAncestor: (ancestor, descendant) =>
      tryGit(folder, ['merge-base', '--is-ancestor', ancestor, descendant]) !== null,
    push: (ref, files, message) => {
      const parent = resolve(ref) ?? resolve(`refs/heads/${defaultBranch}`);
      const entries = Object.entries(files).map(([path, text]) => ({
        path,
        mode: '100644',
        sha: text === null ? null : writeBlob(Buffer.from(text)),
      }));
      const tree = writeTree(entries, parent);
      const sha = writeCommit({ tree, parents: parent === null ? [] : [parent], message });
      git(['update-ref', ref, sha]);
      return sha;
    },
  };
}

function signatureOf(role: 'AUTHOR' | 'COMMITTER', signature: Signature | undefined): Record<string, string> {
  if (signature === undefined) return {};
  return {
    [`GIT_${role}_NAME`]: signature.name,
    [`GIT_${role}_EMAIL`]: signature.email,
    ...(signature.date === undefined ? {} : { [`GIT_${role}_DATE`]: signature.date }),
  };
}
