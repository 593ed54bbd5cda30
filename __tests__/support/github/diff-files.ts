import type { BareRepository } from './bare-repository.js';

export interface DiffFile {
  readonly sha: string;
  readonly filename: string;
  readonly previousFilename: string | null;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed';
  readonly additions: number;
  readonly deletions: number;
  /** From the first `@@`; null for a binary file. */
  readonly patch: string | null;
}

const STATUS = { A: 'added', D: 'removed', M: 'modified', T: 'modified', R: 'renamed' } as const;

/** The tree that has no files, for the first commit of a history. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export function diffText(git: BareRepository, from: string, to: string): string {
  return git.history('diff', '-M', from, to);
}

/** Files that differ between two commits, renames found. */
export function diffFiles(git: BareRepository, from: string, to: string): readonly DiffFile[] {
  const fields = git.history('diff', '--raw', '-z', '-M', '--no-abbrev', from, to).split('\0');
  const files: DiffFile[] = [];
  while (fields.length > 1) {
    const [, , oldSha = '', newSha = '', letter = ''] = (fields.shift() ?? '').split(' ');
    const status = STATUS[letter.charAt(0) as keyof typeof STATUS];
    const first = fields.shift() ?? '';
    const filename = status === 'renamed' ? (fields.shift() ?? '') : first;
    const previousFilename = status === 'renamed' ? first : null;
    const sha = status === 'removed' ? oldSha : newSha;
    files.push({ sha, filename, previousFilename, status, ...changesOf(git, [from, to], [first, filename]) });
  }
  return files;
}

function changesOf(
  git: BareRepository,
  commits: readonly string[],
  paths: readonly string[],
): Pick<DiffFile, 'additions' | 'deletions' | 'patch'> {
  const text = git.history('diff', '-M', ...commits, '--', ...paths);
  const start = text.search(/^@@ /m);
  const patch = start === -1 ? null : text.slice(start).replace(/\n$/, '');
  const lines = patch?.split('\n') ?? [];
  return {
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
    patch,
  };
}
