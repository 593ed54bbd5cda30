import { accountSignature, GITHUB_COMMITTER } from './account-signature.js';
import { startCi } from './ci-events.js';
import { type Resolvers, refusal, signature } from './graphql-schema.js';
import { readCommit } from './read-commit.js';
import { allows, type Token } from './tokens.js';
import { nodeId } from './views/user-view.js';
import type { World } from './world.js';
import { isAllowedRef } from './write-policy.js';

interface CommitInput {
  readonly branch: { readonly branchName?: string; readonly repositoryNameWithOwner?: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string };
  readonly fileChanges: {
    readonly additions: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions: readonly { readonly path: string }[];
  };
}

interface RefUpdate {
  readonly name: string;
  readonly beforeOid?: string;
  readonly afterOid: string;
  readonly force: boolean;
}

const NOBODY = '0'.repeat(40);

export function graphqlResolvers(world: World, token: Token): Resolvers {
  const { state, git } = world;
  const { owner, name } = state.repository;
  const mayWrite = (ref: string): void => {
    if (!allows(token, 'contents:write'))
      throw refusal('FORBIDDEN', 'Resource not accessible by integration');
    if (!isAllowedRef(world.allowedRef, ref))
      world.violations.push(`graphql: ${ref} is written, and only ${world.allowedRef} may be`);
    if (state.repository.protectedBranches.some((branch) => ref === `refs/heads/${branch}`))
      throw refusal('UNPROCESSABLE', `${ref} is protected`);
  };
  const startPushCi = (ref: string): void => {
    startCi(world, { event: 'push', branch: ref.replace('refs/heads/', ''), actor: token.login });
  };
  return {
    viewer: () => ({ login: token.login }),
    repository: (asked: { owner: string; name: string }) =>
      asked.owner === owner && asked.name === name ? { id: nodeId('Repository', state.repository.id) } : null,
    createCommitOnBranch: ({ input }: { input: CommitInput }) => {
      const ref = `refs/heads/${input.branch.branchName}`;
      mayWrite(ref);
      const head = git.resolve(ref);
      if (head === null) throw refusal('NOT_FOUND', `No branch ${input.branch.branchName} found`);
      if (head !== input.expectedHeadOid) {
        throw refusal('STALE_DATA', `Expected branch to point to "${input.expectedHeadOid}" but it did not.`);
      }
      const commit = commitOf(world, token, { input, head });
      if (!git.moveRef(ref, commit, head)) throw refusal('STALE_DATA', 'The branch moved.');
      startPushCi(ref);
      return { commit: { oid: commit, tree: { oid: readCommit(git, commit).tree }, signature } };
    },
    updateRefs: ({ input }: { input: { repositoryId: string; refUpdates: readonly RefUpdate[] } }) => {
      if (input.repositoryId !== nodeId('Repository', state.repository.id))
        throw refusal('NOT_FOUND', 'Could not resolve to a node with that global id');
      for (const update of input.refUpdates) checkUpdate(world, update, mayWrite);
      for (const { name: ref, afterOid } of input.refUpdates) {
        git.moveRef(ref, afterOid === NOBODY ? null : afterOid, git.resolve(ref));
        startPushCi(ref);
      }
      return { clientMutationId: null };
    },
  };
}

function commitOf(
  world: World,
  token: Token,
  { input, head }: { readonly input: CommitInput; readonly head: string },
): string {
  const { git, state } = world;
  const { additions, deletions } = input.fileChanges;
  const entries = [
    ...additions.map(({ path, contents }) => ({
      ...{ path, mode: '100644', sha: git.writeBlob(Buffer.from(contents, 'base64')) },
    })),
    ...deletions.map(({ path }) => ({ path, mode: '0', sha: null })),
  ];
  const { headline, body = '' } = input.message;
  const commit = git.writeCommit({
    tree: git.writeTree(entries, head),
    parents: [head],
    message: body === '' ? headline : `${headline}\n\n${body}`,
    author: accountSignature(state, token.login),
    committer: GITHUB_COMMITTER,
  });
  state.signedCommits.push(commit);
  return commit;
}

function checkUpdate(
  { git }: World,
  { name, beforeOid, afterOid, force }: RefUpdate,
  mayWrite: (ref: string) => void,
) {
  mayWrite(name);
  const now = git.resolve(name);
  if (beforeOid !== undefined && (now ?? NOBODY) !== beforeOid)
    throw refusal('UNPROCESSABLE', `${name} is not at ${beforeOid}`);
  if (afterOid === NOBODY || now === null || force || git.isAncestor(now, afterOid)) return;
  throw refusal('UNPROCESSABLE', `${name}: update is not a fast forward`);
}
