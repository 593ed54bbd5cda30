import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { answerRequest, type IncomingRequest } from './answer-request.js';
import { answerFaults } from './contract.js';
import { type Exchange, readBody } from './exchange.js';
import { failureOf, hasEffect, limited } from './fault-reply.js';
import type { PlannedFault } from './faults.js';
import { cutPage } from './pages.js';
import { rateHeaders } from './rate-limit.js';
import { canonicalPath, redirectRenamed } from './renamed.js';
import { fault, type Reply } from './route.js';
import { matchRoute } from './router.js';
import { readToken, type Token } from './tokens.js';
import type { RequestRecord, World } from './world.js';

const GHES_LAYOUT = '/api/v3';

/** Serves the REST API in both layouts: `/repos/…` and `/api/v3/repos/…`. */
export async function serveApi(world: World, { request, response, site }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request;
  const url = new URL(request.url ?? '/', site);
  const layout = url.pathname.startsWith(`${GHES_LAYOUT}/`) ? GHES_LAYOUT : '';
  const text = (await readBody(request)).toString();
  const path = canonicalPath(world.state, url.pathname.slice(layout.length));
  const moved = redirectRenamed(world.state, { method, path, api: `${site}${layout}` });
  const matched = matchRoute(method, path);
  const token = readToken(headers.authorization, world.tokens);
  const login = token === 'unknown' ? null : (token?.login ?? null);
  const record = recordOf({ operation: matched?.route.operation ?? 'unknown', method, url, text, login });
  world.requests.push(record);
  if (moved !== null) return send(world, { record, response, reply: moved });
  if (matched === null) {
    world.violations.push(`${method} ${url.pathname} is not served by the fake`);
    return send(world, { record, response, reply: fault(404, 'Not Found') });
  }
  const incoming = {
    ...{ method, url, matched, body: record.body, site, api: `${site}${layout}` },
    ...{ accept: headers.accept ?? '', apiVersion: single(headers['x-github-api-version']) },
  };
  const planned = world.faults.take(record.operation);
  const sending = { record, response, operation: record.operation, ifNoneMatch: headers['if-none-match'] };
  if (token === 'unknown') return send(world, { ...sending, reply: fault(401, 'Bad credentials') });
  return answer(world, { ...sending, incoming: { ...incoming, token }, planned });
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function recordOf(given: {
  readonly operation: string;
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly login: string | null;
}): RequestRecord {
  const { operation, method, url, text, login } = given;
  const path = `${url.pathname}${url.search}`;
  return { operation, method, path, body: parse(text), login, at: Date.now(), status: 0, updates: [] };
}

/** A body that is no JSON stays a text, which fits no description. */
function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Sending {
  readonly record: RequestRecord;
  readonly response: ServerResponse;
  readonly operation?: string;
  readonly ifNoneMatch?: string | undefined;
}

interface Answering extends Sending {
  readonly incoming: IncomingRequest & { readonly token: Token | null };
  readonly planned: PlannedFault | null;
}

async function answer(world: World, { incoming, planned, ...sending }: Answering): Promise<void> {
  const { fault: planFault } = planned ?? {};
  if (planFault?.kind === 'delay') await new Promise((done) => setTimeout(done, planFault.milliseconds));
  if (isUsedUp(world))
    return send(world, { ...sending, reply: limited(world.rateLimit, world.rateLimit.reset) });
  const isStale = planFault?.kind === 'stale' && incoming.method === 'GET';
  const state = isStale && planned !== null ? planned.copy : world.state;
  const before =
    planFault === undefined || hasEffect(planFault) ? null : failureOf(world.rateLimit, planFault);
  const reply = before ?? cutPage(answerRequest(world, state, incoming), incoming.url);
  const broken =
    planFault !== undefined && hasEffect(planFault) ? failureOf(world.rateLimit, planFault) : null;
  const shown = broken ?? reply;
  if (shown === 'reset') {
    sending.response.destroy();
    return;
  }
  send(world, { ...sending, reply: shown });
}

function isUsedUp({ rateLimit }: World): boolean {
  return rateLimit.used >= rateLimit.limit;
}

function send(
  world: World,
  { record, response, operation, ifNoneMatch, reply }: Sending & { readonly reply: Reply },
) {
  const { status, body, headers = {} } = reply;
  if (operation !== undefined && status !== 400) {
    for (const each of answerFaults(operation, status, body)) {
      world.violations.push(`${operation} answers ${status}: ${each}`);
    }
  }
  const isText = typeof body === 'string';
  const text = isText ? body : body === undefined ? '' : JSON.stringify(body);
  const etag = `W/"${createHash('sha256').update(text).digest('hex')}"`;
  const isUnchanged = status === 200 && record.method === 'GET' && ifNoneMatch === etag;
  // What has not changed is not counted, and neither is the question for the limits.
  if (!isUnchanged && operation !== 'rate-limit/get') world.rateLimit.used += 1;
  record.status = isUnchanged ? 304 : status;
  response.writeHead(record.status, {
    'content-type': isText ? 'application/vnd.github.diff; charset=utf-8' : 'application/json; charset=utf-8',
    'x-github-request-id': `FAKE:${world.requests.length}`,
    ...rateHeaders(world.rateLimit),
    ...(status === 200 && record.method === 'GET' ? { etag } : {}),
    ...headers,
  });
  response.end(isUnchanged ? undefined : text);
}
