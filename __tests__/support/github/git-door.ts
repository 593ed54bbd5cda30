import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { type Exchange, readBody } from './exchange.js';
import { GIT_ENVIRONMENT } from './git-process.js';
import { parseUpdates } from './parse-updates.js';
import { allows, readToken, type Token } from './tokens.js';
import type { RequestRecord, World } from './world.js';
import { isAllowedRef } from './write-policy.js';

/** `/octo/project.git/info/refs`, with or without `.git`. */
const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGitRequest(url: URL): boolean {
  return GIT_PATH.test(url.pathname);
}

interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly text: string;
}

/** Serves fetch and push over smart HTTP through git's own `http-backend`. */
export async function serveGit(world: World, { request, response, site }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', site);
  const [, owner = '', name = '', tail = ''] = GIT_PATH.exec(url.pathname) ?? [];
  const service = tail === 'info/refs' ? (url.searchParams.get('service') ?? '') : tail;
  const body = await readBody(request);
  const token = readToken(headers.authorization, world.tokens);
  const login = token === 'unknown' ? null : (token?.login ?? null);
  const updates = service === 'git-receive-pack' && method === 'POST' ? parseUpdates(body) : [];
  const path = `${url.pathname}${url.search}`;
  const record = {
    operation: service,
    method,
    path,
    body: undefined,
    login,
    at: Date.now(),
    status: 0,
    updates,
  };
  world.requests.push(record);
  const end = (status: number, text: string, more: Record<string, string> = {}): void => {
    record.status = status;
    response.writeHead(status, { 'content-type': 'text/plain', ...more }).end(text);
  };
  const refusal = refuse(world, { owner, name, service, token });
  if (refusal !== null) {
    const challenge = { 'www-authenticate': 'Basic realm="GitHub"' };
    return end(refusal.status, `${refusal.text}\n`, refusal.status === 401 ? challenge : {});
  }
  for (const { ref } of updates) {
    if (isAllowedRef(world.allowedRef, ref)) continue;
    world.violations.push(`git push: ${ref} is written, and only ${world.allowedRef} may be`);
  }
  const fault = method === 'POST' && !isProbe(body) ? world.faults.take(service)?.fault : undefined;
  const breaks = fault?.kind === 'status' || fault?.kind === 'reset' ? fault : null;
  const result =
    breaks !== null && breaks.afterEffect !== true
      ? null
      : await runBackend(world, { request, url, tail, body, login, token: token as Token | null });
  if (breaks?.kind === 'reset') response.destroy();
  else if (breaks?.kind === 'status') end(breaks.status, 'Planned failure\n');
  else if (result !== null) sendResult(record, response, result);
}

/** Before a large push git asks with an empty packet whether it may. */
function isProbe(body: Buffer): boolean {
  return body.toString('latin1') === '0000';
}

function refuse(
  { state: { repository } }: World,
  {
    owner,
    name,
    service,
    token,
  }: { owner: string; name: string; service: string; token: Token | null | 'unknown' },
): Refusal | null {
  const notFound = { status: 404, text: 'Repository not found.' } as const;
  if (token === 'unknown') return { status: 401, text: 'Invalid username or token.' };
  const isOurs = owner.toLowerCase() === repository.owner.toLowerCase() && name === repository.name;
  if (!isOurs) return notFound;
  const isRead = service === 'git-upload-pack';
  if (isRead && !repository.isPrivate) return null;
  if (token === null) return { status: 401, text: 'Authentication required.' };
  if (allows(token, isRead ? 'contents:read' : 'contents:write')) return null;
  if (!token.isApp && Object.keys(token.permissions).length === 0) return notFound;
  return { status: 403, text: `Permission to ${owner}/${name}.git denied to ${token.login}.` };
}

interface BackendCall {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly tail: string;
  readonly body: Buffer;
  readonly login: string | null;
  readonly token: Token | null;
}

function runBackend({ git, state }: World, call: BackendCall): Promise<Buffer> {
  const { headers, method = 'GET' } = call.request;
  const mayChangeWorkflows = call.token !== null && allows(call.token, 'workflows:write');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...GIT_ENVIRONMENT,
      GIT_PROJECT_ROOT: dirname(git.folder),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REQUEST_METHOD: method,
      PATH_INFO: `/${basename(git.folder)}/${call.tail}`,
      QUERY_STRING: call.url.search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: String(call.body.length),
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      REMOTE_USER: call.login ?? 'anonymous',
      FAKE_PROTECTED_REFS: state.repository.protectedBranches.map((name) => `refs/heads/${name}`).join(' '),
      FAKE_MAY_CHANGE_WORKFLOWS: mayChangeWorkflows ? '1' : '0',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(call.body);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** A CGI answer: header lines, an empty line, the body. */
function sendResult(record: RequestRecord, response: ServerResponse, result: Buffer): void {
  const end = result.indexOf('\r\n\r\n');
  const lines = result.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const { status = '200', ...rest } = headers;
  record.status = Number.parseInt(status, 10);
  response.writeHead(record.status, rest).end(result.subarray(end + 4));
}
