import * as z from 'zod';
import type { ChangedFile } from '../../domain/patch.js';
import type { FixCommit, Placed, Unsuitable } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { HostError } from './host-error.js';
import { type At, isRefusal, placeRef, readRef, removeBranch } from './place-ref.js';

export interface CommitDoors {
  /** Makes the commit. Its pushes may start no workflow, which spares the steps in between a run each. */
  readonly client: GitHubClient;
  /** Makes the branch: the token whose pushes start the checks. */
  readonly placing: GitHubClient;
  /** Removes what a commit leaves: a client that still speaks after the run was stopped. */
  readonly cleaning: () => GitHubClient;
  /** Tells of a branch of ours that could not be removed where no fix came of it. */
  readonly stays: (branch: string) => void;
  readonly at: At;
}

/** GitHub names no limit; what it takes by experience is far above. */
const MAX_FILES = 500;
const MAX_BYTES = 10 * 1024 * 1024;
const TRIES = 2;

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid tree { oid } signature { isValid } } }
}`;

const answerSchema = z.object({
  createCommitOnBranch: z.object({
    commit: z.object({
      oid: z.string(),
      tree: z.object({ oid: z.string() }),
      signature: z.object({ isValid: z.boolean() }).nullable(),
    }),
  }),
});

interface Made {
  readonly kind: 'made';
  readonly commit: string;
  readonly tree: string;
  readonly signed: boolean;
}

/**
 * A fix as a commit that GitHub signs: made on a staging branch with the expected head, compared with the verified tree,
 * and only then given its name. The staging branch is named for what it holds, so that a start which broke off is taken
 * up by the next, and two starts at once make one commit.
 * @throws when the tree is another than the one that was verified.
 */
export async function commitSigned(doors: CommitDoors, fix: FixCommit): Promise<Placed | Unsuitable> {
  const why = whyUnsuitable(fix.change.files);
  if (why !== null) return { kind: 'unsuitable', why };
  const staging = `smart-fix/staging-${fix.change.tree.slice(0, 12)}-${fix.base.slice(0, 12)}`;
  const isGone = () => removeBranch(doors.cleaning(), doors.at, staging);
  const placed = await makeAndPlace(doors, fix, staging).catch(async (error: unknown) => {
    if (!(await isGone())) doors.stays(staging);
    throw error;
  });
  if (await isGone()) return placed;
  if (placed.kind === 'placed') return { ...placed, leftover: staging };
  doors.stays(staging);
  return placed;
}

async function makeAndPlace(
  doors: CommitDoors,
  fix: FixCommit,
  staging: string,
): Promise<Placed | Unsuitable> {
  const made = await makeCommit(doors, fix, staging);
  if (made.kind !== 'made') return made;
  const { commit, signed } = made;
  const stopped = await placeRef(doors.placing, doors.at, {
    ref: `refs/heads/${fix.branch}`,
    replaces: fix.replaces,
    commit,
  });
  return stopped ?? { kind: 'placed', commit, signed, leftover: null };
}

/** What `createCommitOnBranch` cannot say: it knows paths and contents of regular files, and no modes. */
function whyUnsuitable(files: readonly ChangedFile[]): string | null {
  const odd = files.find(({ before, after }) =>
    [before, after].some((mode) => mode !== null && mode !== '100644'),
  );
  if (odd !== undefined) return `${JSON.stringify(odd.path)} is executable or no regular file`;
  if (files.some(({ path }) => path.includes('\uFFFD'))) return 'a path is not UTF-8';
  const bytes = files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  if (files.length > MAX_FILES || bytes > MAX_BYTES)
    return `${files.length} files of ${bytes} bytes are too much`;
  return null;
}

async function makeCommit(
  doors: CommitDoors,
  fix: FixCommit,
  staging: string,
): Promise<Made | Unsuitable | Exclude<Placed, { kind: 'placed' }>> {
  const { client, at } = doors;
  const stopped = await placeRef(client, at, {
    ref: `refs/heads/${staging}`,
    replaces: null,
    commit: fix.base,
  });
  if (stopped?.kind === 'refused') return { kind: 'unsuitable', why: stopped.detail };
  if (stopped?.kind === 'unanswered') return stopped;
  let said = '';
  for (let tries = 1; tries <= TRIES; tries++) {
    const made = stopped === null ? await askForCommit(doors, fix, staging) : null;
    if (made?.kind === 'made') return checkTree(made, fix);
    // A commit whose answer got lost, or that another start made.
    const head = await readRef(client, at, `refs/heads/${staging}`);
    if (head !== null && head !== fix.base) return checkTree(await readMade(doors, head), fix);
    if (made?.kind === 'unsuitable' && head !== null) return made;
    said = made?.kind === 'unanswered' ? made.detail : `${staging} went away`;
  }
  // Another start of the same fix was faster, and has taken the staging branch away.
  const isTaken = (await readRef(client, at, `refs/heads/${fix.branch}`)) !== fix.replaces;
  return isTaken ? { kind: 'moved' } : { kind: 'unanswered', detail: said };
}

async function askForCommit(
  { client, at }: CommitDoors,
  { base, message, change }: FixCommit,
  staging: string,
): Promise<Made | Unsuitable | Extract<Placed, { kind: 'unanswered' }>> {
  const [headline = '', ...body] = message.split('\n');
  const input = {
    branch: { repositoryNameWithOwner: `${at.owner}/${at.repo}`, branchName: staging },
    expectedHeadOid: base,
    message: { headline, body: body.join('\n').trim() },
    fileChanges: {
      additions: change.files.flatMap(({ path, content }) =>
        content === null ? [] : [{ path, contents: Buffer.from(content).toString('base64') }],
      ),
      deletions: change.files.flatMap(({ path, after }) => (after === null ? [{ path }] : [])),
    },
  };
  try {
    const { commit } = answerSchema.parse(await client.graphql(COMMIT, { input })).createCommitOnBranch;
    return {
      kind: 'made',
      commit: commit.oid,
      tree: commit.tree.oid,
      signed: commit.signature?.isValid ?? false,
    };
  } catch (error) {
    if (error instanceof HostError) throw error;
    const { message: said } = error as Error;
    return isRefusal(error) ? { kind: 'unsuitable', why: said } : { kind: 'unanswered', detail: said };
  }
}

async function readMade({ client, at }: CommitDoors, commit: string): Promise<Made> {
  const { data } = await client.rest.git.getCommit({ ...at, commit_sha: commit });
  return { kind: 'made', commit, tree: data.tree.sha, signed: data.verification.verified };
}

function checkTree(made: Made, { change }: FixCommit): Made {
  if (made.tree === change.tree) return made;
  throw new Error(
    `GitHub made the tree ${made.tree} where ${change.tree} was verified; nothing was published. Report this.`,
  );
}
