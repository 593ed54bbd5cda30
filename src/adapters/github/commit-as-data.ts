import { isUtf8 } from 'node:buffer';
import { AUTHOR_EMAIL, AUTHOR_NAME } from '../../domain/own-commit.js';
import type { ChangedFile } from '../../domain/patch.js';
import type { FixCommit, Placed } from '../../report/code-host.js';
import type { CommitDoors } from './commit-signed.js';
import { placeRef } from './place-ref.js';
import { isApp, readViewer } from './read-own-login.js';

const OURS = { name: AUTHOR_NAME, email: AUTHOR_EMAIL };

/**
 * A fix as a commit from git objects: of any mode, with no git here. GitHub signs it when the token is an app's. The
 * branch comes last and in one step; what is made before it hangs on nothing. With a person's token it carries our name,
 * as a commit of git does: in theirs it could not be told from what they commit by hand.
 * @throws when the tree is another than the one that was verified.
 */
export async function commitAsData(doors: CommitDoors, fix: FixCommit): Promise<Placed> {
  const { client, placing, at } = doors;
  const { data: base } = await client.rest.git.getCommit({ ...at, commit_sha: fix.base });
  const entries = [];
  for (const file of fix.change.files) entries.push(await entryOf(doors, file));
  const { data: tree } = await client.rest.git.createTree({ ...at, base_tree: base.tree.sha, tree: entries });
  if (tree.sha !== fix.change.tree) {
    throw new Error(
      `GitHub made the tree ${tree.sha} where ${fix.change.tree} was verified; nothing was published. Report this.`,
    );
  }
  const { data: commit } = await client.rest.git.createCommit({
    ...at,
    message: fix.message,
    tree: tree.sha,
    parents: [fix.base],
    ...(isApp(await readViewer(client)) ? {} : { author: OURS, committer: OURS }),
  });
  const move = { ref: `refs/heads/${fix.branch}`, replaces: fix.replaces, commit: commit.sha };
  const stopped = await placeRef(placing, at, move);
  if (stopped !== null) return stopped;
  return { kind: 'placed', commit: commit.sha, signed: commit.verification.verified, leftover: null };
}

type Mode = '100644' | '100755' | '120000' | '160000';

/** Text travels in the tree itself; other bytes need a blob of their own. */
async function entryOf({ client, at }: CommitDoors, { path, before, after, content }: ChangedFile) {
  const entry = { path, mode: (after ?? before ?? '100644') as Mode, type: 'blob' as const };
  if (after === null) return { ...entry, sha: null };
  if (content === null) throw new Error(`${path} is a submodule, which smart-fix does not change`);
  if (isUtf8(content)) return { ...entry, content: Buffer.from(content).toString('utf8') };
  const blob = { content: Buffer.from(content).toString('base64'), encoding: 'base64' };
  return { ...entry, sha: (await client.rest.git.createBlob({ ...at, ...blob })).data.sha };
}
