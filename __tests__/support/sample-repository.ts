import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** git as a stranger's machine would run it: no configuration of this one, a name to commit with. */
const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'Person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
};

export interface SampleRepository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes files (path to text) without committing them. */
  write(files: Readonly<Record<string, string>>): void;
  commit(message?: string): string;
  /** Everything of a person's that a run must leave as it was. */
  snapshot(): string;
}

/** A repository with one commit on `main`, in a folder of its own below `parent`. */
export function sampleRepository(parent: string, files: Readonly<Record<string, string>>): SampleRepository {
  const repository = repositoryIn(mkdtempSync(join(parent, 'repo-')));
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.write(files);
  repository.commit('first');
  return repository;
}

/** The repository that lies in a folder already. */
export function repositoryIn(folder: string): SampleRepository {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], {
      cwd: folder,
      env: GIT_ENVIRONMENT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const write = (texts: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const commit = (message = 'change'): string => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  const snapshot = (): string =>
    [
      git('for-each-ref'),
      git('symbolic-ref', '--quiet', 'HEAD'),
      git('stash', 'list'),
      git('worktree', 'list', '--porcelain'),
      git('status', '--porcelain'),
      git('config', '--local', '--list'),
      git('diff'),
      git('diff', '--cached'),
    ].join('\n--\n');
  return { folder, git, write, commit, snapshot };
}
