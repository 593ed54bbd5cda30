import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GitInput, runGit, tryGit } from './git-process.js';
import { UPDATE_HOOK } from './update-hook.js';

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
  /** What git says of commits named by their hash: it never changes, so it is asked once. */
  history(...args: readonly string[]): string;
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
  /** Commits files on top of a ref, or of the default branch when it is new; null deletes a file. */
  push(ref: string, files: Readonly<Record<string, string | null>>, message: string): string;
}

/** Serves pushes and partial clones, keeps the branches of forks out of sight. */
const CONFIG = `[http]
\treceivepack = true
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
[transfer]
\thideRefs = refs/forks
[gc]
\tauto = 0
`;

export function createBareRepository(folder: string, defaultBranch: string): BareRepository {
  runGit(folder, ['init', '--quiet', '--bare', '--template=', '--initial-branch', defaultBranch, folder]);
  appendFileSync(join(folder, 'config'), CONFIG);
  mkdirSync(join(folder, 'hooks'));
  writeFileSync(join(folder, 'hooks', 'update'), UPDATE_HOOK, { mode: 0o755 });
  const git = (args: readonly string[], input?: GitInput): string => runGit(folder, args, input);
  const known = new Map<string, string>();
  const history = (...args: readonly string[]): string => {
    const key = args.join('\0');
    const text = known.get(key) ?? git(args);
    known.set(key, text);
    return text;
  };
  const resolve = (name: string): string | null =>
    tryGit(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])?.trim() ??
    null;
  return {
    folder,
    git,
    history,
    resolve,
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
    isAncestor: (ancestor, descendant) => history('rev-list', '-1', ancestor, `^${descendant}`) === '',
    writeBlob: (content) => git(['hash-object', '-w', '--stdin'], { input: content }).trim(),
    writeTree: (entries, base) => writeTree(folder, entries, base),
    writeCommit: ({ tree, parents, message, author, committer }) => {
      const args = parents.flatMap((parent) => ['-p', parent]);
      const env = { ...signatureOf('AUTHOR', author), ...signatureOf('COMMITTER', committer ?? author) };
      return git(['commit-tree', tree, ...args, '-F', '-'], { input: message, env }).trim();
    },
    push: (ref, files, message) => {
      const parent = resolve(ref) ?? resolve(`refs/heads/${defaultBranch}`);
      git(['fast-import', '--quiet', '--force'], { input: importStream({ ref, parent, files, message }) });
      return resolve(ref) ?? '';
    },
  };
}

function writeTree(folder: string, entries: readonly TreeEntry[], base: string | null): string {
  const env = { GIT_INDEX_FILE: join(folder, `index-${process.hrtime.bigint()}`) };
  runGit(folder, ['read-tree', base ?? '--empty'], { env });
  const lines = entries.map(({ path, mode, sha }) =>
    sha === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${sha}\t${path}\0`,
  );
  runGit(folder, ['update-index', '-z', '--index-info'], { env, input: lines.join('') });
  return runGit(folder, ['write-tree'], { env }).trim();
}

/** One commit for `git fast-import`. */
function importStream(given: {
  readonly ref: string;
  readonly parent: string | null;
  readonly files: Readonly<Record<string, string | null>>;
  readonly message: string;
}): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const { ref, parent, files, message } = given;
  const now = Math.floor(Date.now() / 1000);
  const changes = Object.entries(files).map(([path, text]) =>
    text === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(text)}`,
  );
  return [
    `commit ${ref}\ncommitter Person <person@example.com> ${now} +0000\n`,
    data(message),
    parent === null ? '' : `from ${parent}\n`,
    ...changes,
    '\n',
  ].join('');
}

function signatureOf(role: 'AUTHOR' | 'COMMITTER', signature: Signature | undefined): Record<string, string> {
  if (signature === undefined) return {};
  return {
    [`GIT_${role}_NAME`]: signature.name,
    [`GIT_${role}_EMAIL`]: signature.email,
    ...(signature.date === undefined ? {} : { [`GIT_${role}_DATE`]: signature.date }),
  };
}
