import type { ChangeQuery, RecentChange } from '../../isolate/repository.js';
import type { Git } from './git.js';

const DIFF_OPTIONS =
  '--no-ext-diff --no-textconv --no-color --no-renames --ignore-submodules=all --unified=3'.split(' ');
/** A prompt shows a small part of this. In characters. */
const MAX_DIFF = 400_000;

async function tryValue(git: Git, args: readonly string[]): Promise<string | null> {
  const text = (await git.tryText(args))?.trim() ?? '';
  return text === '' ? null : text;
}

async function findStart(git: Git, { head, since, suspects }: ChangeQuery): Promise<RecentChange | null> {
  const fork = since === null ? null : await forkPoint(git, since, head);
  if (fork !== null && fork !== head) {
    return { title: `all changes since ${fork.slice(0, 12)}`, diff: await diffOf(git, fork, head) };
  }
  if (suspects.length === 0) return null;
  const options = ['--max-count=1', '--no-merges', '--format=%H'];
  const last = await tryValue(git, ['log', ...options, head, '--', ...suspects]);
  const parent = last === null ? null : await tryValue(git, ['rev-parse', '--verify', '--quiet', `${last}^`]);
  if (last === null || parent === null) return null;
  const title = `commit ${last.slice(0, 12)}, the last that touched the files of the findings`;
  return { title, diff: await diffOf(git, parent, last) };
}

/** Where the two part or, in a shallow clone that does not know, the first of them itself. */
async function forkPoint(git: Git, since: string, head: string): Promise<string | null> {
  return (
    (await tryValue(git, ['merge-base', '--end-of-options', since, head])) ??
    (await tryValue(git, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`]))
  );
}

async function diffOf(git: Git, from: string, to: string): Promise<string> {
  return ((await git.tryText(['diff', ...DIFF_OPTIONS, from, to, '--'])) ?? '').slice(0, MAX_DIFF);
}

/**
 * The change that probably brought a failure in, where the history is there; a shallow clone may hold none. Words of
 * authors, such as a commit's subject, are no part of it.
 */
export async function readRecentChange(git: Git, query: ChangeQuery): Promise<RecentChange | null> {
  const change = await findStart(git, query);
  return change === null || change.diff === '' ? null : change;
}
