import { startCi } from './ci-events.js';
import { type Exchange, readBody } from './exchange.js';
import type { Fault } from './faults.js';
import { type GitAnswer, runGitBackend } from './git-backend.js';
import { parseUpdates } from './push-messages.js';
import { allows, readToken, type Token } from './tokens.js';
import type { RefUpdate, World } from './world.js';
import { isAllowedRef } from './write-policy.js';

/** `/octo/project.git/info/refs`, with or without `.git`. */
const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitRequest(url: URL): boolean {
  return GIT_PATH.test(url.pathname);
}

/** Serves fetch and push over smart HTTP. */
export async function serveGit(world: World, { request, response, site }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', site);
  const [, owner = '', name = '', tail = ''] = GIT_PATH.exec(url.pathname) ?? [];
  const service = tail === 'info/refs' ? (url.searchParams.get('service') ?? '') : tail;
  const body = await readBody(request);
  const token = readToken(headers.authorization, world.tokens);
  const updates = tail === 'git-receive-pack' ? parseUpdates(body) : [];
  const record = {
    ...{ operation: service, method, path: `${url.pathname}${url.search}`, body: undefined },
    ...{ login: token === 'unknown' ? null : (token?.login ?? null), at: Date.now(), status: 0, updates },
  };
  world.requests.push(record);
  const call = { method, headers, tail, query: url.search.slice(1), body };
  const answer =
    token === 'unknown'
      ? refusal(401, 'Invalid username or token.')
      : (refuse(world, { owner, name, service, token }) ??
        (await serveAllowed(world, { ...call, token, updates })));
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  record.status = answer.status;
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function refusal(status: number, text: string): GitAnswer {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  return { status, headers: { 'content-type': 'text/plain', ...challenge }, body: Buffer.from(`${text}\n`) };
}

interface Access {
  readonly owner: string;
  readonly name: string;
  readonly service: string;
  readonly token: Token | null;
}

function refuse({ state: { repository } }: World, { owner, name, service, token }: Access): GitAnswer | null {
  const notFound = refusal(404, 'Repository not found.');
  const isOurs = owner.toLowerCase() === repository.owner.toLowerCase() && name === repository.name;
  if (!isOurs) return notFound;
  const isRead = service === 'git-upload-pack';
  if (isRead && !repository.isPrivate) return null;
  if (token === null) return refusal(401, 'Authentication required.');
  if (allows(token, isRead ? 'contents:read' : 'contents:write')) return null;
  if (!token.isApp && Object.keys(token.permissions).length === 0) return notFound;
  return refusal(403, `Permission to ${owner}/${name}.git denied to ${token.login}.`);
}

async function serveAllowed(
  world: World,
  call: Parameters<typeof runGitBackend>[1] & { readonly updates: readonly RefUpdate[] },
): Promise<GitAnswer | 'reset'> {
  for (const { ref } of call.updates) {
    if (isAllowedRef(world.allowedRef, ref)) continue;
    world.violations.push(`git push: ${ref} is written, and only ${world.allowedRef} may be`);
  }
  const fault = call.method === 'POST' && !isProbe(call.body) ? breakOf(world, call.tail) : null;
  if (fault === null) return push(world, call);
  if (fault.afterEffect === true) await push(world, call);
  return fault.kind === 'reset' ? 'reset' : refusal(fault.status, 'Planned failure');
}

/** What lands on a branch starts the workflows that listen to it. */
async function push(
  world: World,
  call: Parameters<typeof runGitBackend>[1] & { readonly updates: readonly RefUpdate[] },
): Promise<GitAnswer> {
  const answer = await runGitBackend(world, call);
  for (const { ref, to } of call.updates) {
    const branch = ref.slice('refs/heads/'.length);
    if (world.git.resolve(ref) === to)
      startCi(world, { event: 'push', branch, actor: call.token?.login ?? '' });
  }
  return answer;
}

/** Before a large push git asks with an empty packet whether it may. */
function isProbe(body: Buffer): boolean {
  return body.toString('latin1') === '0000';
}

function breakOf({ faults }: World, operation: string): Extract<Fault, { kind: 'status' | 'reset' }> | null {
  const fault = faults.take(operation)?.fault;
  return fault?.kind === 'status' || fault?.kind === 'reset' ? fault : null;
}
