import { accountSignature, GITHUB_COMMITTER } from '../account-signature.js';
import type { Signature } from '../bare-repository.js';
import { answer, type Call, fault, list, notFound, type Reply, type Route, route } from '../route.js';
import { gitCommitView } from '../views/commit-view.js';
import { nodeId } from '../views/user-view.js';

export const gitRoutes: readonly Route[] = [
  route('git/get-ref', ['contents:read'], getRef),
  route('git/list-matching-refs', ['contents:read'], (call) =>
    list(call.git.refs(`refs/${call.path.ref}`), (each) => refView(call, each)),
  ),
  route<NewRef>('git/create-ref', ['contents:write'], createRef),
  route<{ sha: string; force?: boolean }>('git/update-ref', ['contents:write'], updateRef),
  route('git/delete-ref', ['contents:write'], deleteRef),
  route('git/get-commit', ['contents:read'], getCommit),
  route<{ content: string; encoding?: string }>('git/create-blob', ['contents:write'], createBlob),
  route<NewTree>('git/create-tree', ['contents:write'], createTree),
  route<NewCommit>('git/create-commit', ['contents:write'], createCommit),
];

interface NewRef {
  readonly ref: string;
  readonly sha: string;
}

interface NewTree {
  readonly base_tree?: string;
  readonly tree: readonly {
    readonly path: string;
    readonly mode: string;
    readonly sha?: string | null;
    readonly content?: string;
  }[];
}

interface NewCommit {
  readonly message: string;
  readonly tree: string;
  readonly parents?: readonly string[];
  readonly author?: Signature;
  readonly committer?: Signature;
}

function refView({ links }: Call, { ref, sha }: NewRef) {
  return {
    ref,
    node_id: nodeId('Ref', ref),
    url: `${links.repository}/git/${ref}`,
    object: { type: 'commit', sha, url: `${links.repository}/git/commits/${sha}` },
  };
}

function getRef(call: Call): Reply {
  const ref = `refs/${call.path.ref}`;
  const sha = call.git.resolve(ref);
  return sha === null ? notFound() : answer(200, refView(call, { ref, sha }));
}

/** Notes a forbidden ref, and says why GitHub itself would refuse it. */
function refuse(call: Call, ref: string): Reply | null {
  call.checkRef(ref);
  const isProtected = call.state.repository.protectedBranches.some(
    (branch) => ref === `refs/heads/${branch}`,
  );
  return isProtected ? fault(422, 'Cannot update this protected ref.') : null;
}

function createRef(call: Call<NewRef>): Reply {
  const { ref, sha } = call.body;
  if (!/^refs\/[^/]+\/./.test(ref)) {
    return fault(422, "Reference name must start with 'refs/' and contain at least two slashes.");
  }
  if (call.git.resolve(sha) === null) return fault(422, 'Object does not exist');
  const refusal = refuse(call, ref);
  if (refusal !== null) return refusal;
  if (!call.git.moveRef(ref, sha, null)) return fault(422, 'Reference already exists');
  call.startCi({ event: 'push', branch: ref.replace('refs/heads/', '') });
  return answer(201, refView(call, { ref, sha }));
}

function updateRef(call: Call<{ sha: string; force?: boolean }>): Reply {
  const { sha, force = false } = call.body;
  const ref = `refs/${call.path.ref}`;
  const from = call.git.resolve(ref);
  if (from === null) return fault(422, 'Reference does not exist');
  if (call.git.resolve(sha) === null) return fault(422, 'Object does not exist');
  const refusal = refuse(call, ref);
  if (refusal !== null) return refusal;
  if (!force && !call.git.isAncestor(from, sha)) return fault(422, 'Update is not a fast forward');
  call.git.moveRef(ref, sha, from);
  call.startCi({ event: 'push', branch: ref.replace('refs/heads/', '') });
  return answer(200, refView(call, { ref, sha }));
}

function deleteRef(call: Call): Reply {
  const ref = `refs/${call.path.ref}`;
  const from = call.git.resolve(ref);
  if (from === null) return fault(422, 'Reference does not exist');
  const refusal = refuse(call, ref);
  if (refusal !== null) return refusal;
  call.git.moveRef(ref, null, from);
  return answer(204);
}

function getCommit(call: Call): Reply {
  const sha = call.git.resolve(call.path.commit_sha ?? '');
  return sha === null ? notFound() : answer(200, gitCommitView(call, sha));
}

function createBlob({ body, git, links }: Call<{ content: string; encoding?: string }>): Reply {
  const sha = git.writeBlob(Buffer.from(body.content, body.encoding === 'base64' ? 'base64' : 'utf8'));
  return answer(201, { sha, url: `${links.repository}/git/blobs/${sha}` });
}

const KIND: Readonly<Record<string, string>> = { '040000': 'tree', '160000': 'commit' };

function createTree({ body, git, links }: Call<NewTree>): Reply {
  const base = body.base_tree ?? null;
  if (base !== null && !git.hasObject(base)) return notFound();
  const entries = body.tree.map(({ path, mode, sha, content }) => ({
    path,
    mode,
    sha: content === undefined ? (sha ?? null) : git.writeBlob(Buffer.from(content)),
  }));
  if (entries.some(({ sha }) => sha !== null && !git.hasObject(sha))) {
    return fault(422, 'tree.sha is not a valid blob');
  }
  const sha = git.writeTree(entries, base);
  const lines = git.history('ls-tree', sha).trim().split('\n');
  const tree = lines.map((line) => {
    const [, mode = '', entrySha = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/.exec(line) ?? [];
    return { path, mode, type: KIND[mode] ?? 'blob', sha: entrySha };
  });
  return answer(201, { sha, url: `${links.repository}/git/trees/${sha}`, tree, truncated: false });
}

function createCommit(call: Call<NewCommit>): Reply {
  const { message, tree, parents = [], author, committer } = call.body;
  if (!call.git.hasObject(tree)) return fault(422, 'Tree SHA does not exist');
  if (parents.some((parent) => call.git.resolve(parent) === null)) {
    return fault(422, 'Parent SHA does not exist or is not a commit object');
  }
  const maker = accountSignature(call.state, call.login);
  // GitHub signs, and is the committer of, only what an app commits in its own name.
  const isSigned = author === undefined && committer === undefined && call.token?.isApp === true;
  const sha = call.git.writeCommit({
    message,
    tree,
    parents,
    author: author ?? maker,
    committer: isSigned ? GITHUB_COMMITTER : (committer ?? author ?? maker),
  });
  if (isSigned) call.state.signedCommits.push(sha);
  return answer(201, gitCommitView(call, sha));
}
