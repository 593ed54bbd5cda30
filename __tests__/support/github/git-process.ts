import { execFileSync } from 'node:child_process';

/** git without any configuration of this machine. */
export const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'Person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
};

export interface GitInput {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Synchronous on purpose: a request of the fake is one step that nothing comes between. */
export function runGit(folder: string, args: readonly string[], { input, env }: GitInput = {}): string {
  return execFileSync('git', ['--git-dir', folder, ...args], {
    env: { ...GIT_ENVIRONMENT, ...env },
    encoding: 'utf8',
    input: input ?? '',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Output of git, or null when it ended with a failure. */
export function tryGit(folder: string, args: readonly string[], input: GitInput = {}): string | null {
  try {
    return runGit(folder, args, input);
  } catch {
    return null;
  }
}
