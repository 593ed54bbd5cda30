import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { GIT_ENVIRONMENT } from './git-process.js';

/** Not the synchronous call: the server that it talks to lives in the same process. */
const run = promisify(execFile);

export interface GitClient {
  (...args: readonly string[]): Promise<string>;
  /** What git printed on standard error when it failed. */
  failure(...args: readonly string[]): Promise<string>;
}

/** A person's or a runner's git in a folder, with a token that lies in no argument and no file. */
export function gitClient(folder: string, token: string | null, scheme = 'basic'): GitClient {
  const header = `AUTHORIZATION: ${scheme} ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const config = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: header };
  const env = { ...GIT_ENVIRONMENT, GIT_TERMINAL_PROMPT: '0', ...(token === null ? {} : config) };
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', [...args], { cwd: folder, env, encoding: 'utf8' });
    return stdout.trim();
  };
  const failure = (...args: readonly string[]): Promise<string> =>
    git(...args).then(
      () => {
        throw new Error(`git ${args.join(' ')} did not fail`);
      },
      (error: { readonly stderr?: string }) => error.stderr ?? '',
    );
  return Object.assign(git, { failure });
}
