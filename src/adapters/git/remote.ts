import type { PushOptions, PushResult, Remote } from '../../isolate/workspace.js';
import { type Git, GitError } from './git.js';

/**
 * Git as it may talk to one server: the token travels in an HTTP header of exactly that address, given through the
 * environment of the one command, so that it is in no argument and in no file. Redirects are not followed, and a
 * connection that stands still for a minute is given up.
 */
function online(git: Git, { url, token }: Remote): Git {
  const { protocol } = new URL(url);
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  return git.with({
    configuration: {
      ...git.place.configuration,
      [`protocol.${protocol.replace(':', '')}.allow`]: 'always',
      // The empty value drops the header that a checkout may have stored: two would be refused.
      [`http.${url}.extraHeader`]: ['', `Authorization: Basic ${credentials}`],
      'http.followRedirects': 'false',
      'http.lowSpeedLimit': '1',
      'http.lowSpeedTime': '60',
    },
  });
}

const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--refmap=',
];

/**
 * Fetches one ref or commit and touches no ref here; a shallow repository gets its parents, but not its history. False
 * when the remote does not have it.
 */
export async function fetchFrom(
  git: Git,
  remote: Remote,
  wanted: string,
  options: { readonly shallow?: boolean } = {},
): Promise<boolean> {
  const isShallow = options.shallow ?? (await git.value(['rev-parse', '--is-shallow-repository'])) === 'true';
  try {
    await online(git, remote).text([...FETCH, ...(isShallow ? ['--depth=2'] : []), remote.url, wanted]);
    return true;
  } catch (error) {
    if (error instanceof GitError && /couldn't find remote ref|not our ref/.test(error.stderr)) return false;
    throw error;
  }
}

/** What git says when the server is down or the connection breaks: the push may have been done or not. */
const NO_ANSWER =
  /(?:returned error:|HTTP) 5\d\d|hung up unexpectedly|unexpected disconnect|early EOF|Empty reply|timed out|Could not resolve|Failed to connect|Connection (?:reset|refused)/i;

export async function pushTo(
  git: Git,
  remote: Remote,
  { commit, branch, expected }: PushOptions,
): Promise<PushResult> {
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
  try {
    await online(git, remote).text(['push', '--quiet', '--no-verify', lease, remote.url, `${commit}:${ref}`]);
    return { kind: 'pushed' };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const said = `${error.stderr}`;
    if (
      /stale info|fetch first|non-fast-forward|cannot lock ref|failed to update ref|already exists/.test(said)
    )
      return { kind: 'moved' };
    if (NO_ANSWER.test(said)) return { kind: 'unanswered', detail: refusal(said) };
    return { kind: 'refused', detail: refusal(said) };
  }
}

/** The server's own words, without the progress around them. */
function refusal(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^remote: ?/, '').trim());
  return lines
    .filter((line) => line !== '')
    .slice(0, 5)
    .join(' ');
}
