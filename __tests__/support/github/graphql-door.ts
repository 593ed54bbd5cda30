import { type Exchange, readBody } from './exchange.js';
import { failureOf, hasEffect, limited } from './fault-reply.js';
import type { Fault } from './faults.js';
import { graphqlResolvers } from './graphql-resolvers.js';
import { execute, operationName } from './graphql-schema.js';
import { rateHeaders } from './rate-limit.js';
import { fault, type Reply } from './route.js';
import { readToken } from './tokens.js';
import type { RequestRecord, World } from './world.js';

/** `/graphql` of github.com's API, `/api/graphql` of a server. */
export function isGraphqlRequest(url: URL): boolean {
  return url.pathname === '/graphql' || url.pathname === '/api/graphql';
}

interface Asked {
  readonly query?: unknown;
  readonly variables?: Record<string, unknown>;
}

export async function serveGraphql(world: World, { request, response, site }: Exchange): Promise<void> {
  const { method = 'GET', headers } = request;
  const body = JSON.parse((await readBody(request)).toString()) as Asked;
  const token = readToken(headers.authorization, world.tokens);
  const login = token === 'unknown' ? null : (token?.login ?? null);
  const operation = operationName(body.query);
  const record: RequestRecord = {
    ...{ operation: operation ?? 'unknown', method, path: new URL(request.url ?? '/', site).pathname, body },
    ...{ login, at: Date.now(), status: 0, updates: [] },
  };
  world.requests.push(record);
  const send = ({ status, body, headers = {} }: Reply): void => {
    world.rateLimit.used += 1;
    record.status = status;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...rateHeaders(world.rateLimit),
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
  if (token === 'unknown' || token === null) return send(fault(401, 'Bad credentials'));
  const planned = world.faults.take(record.operation)?.fault;
  if (planned?.kind === 'delay') await new Promise((done) => setTimeout(done, planned.milliseconds));
  if (world.rateLimit.used >= world.rateLimit.limit)
    return send(limited(world.rateLimit, world.rateLimit.reset));
  const failed = planned === undefined ? null : replyOf(world, planned);
  if (failed !== null && planned !== undefined && !hasEffect(planned)) return reply(failed);
  const { body: answer, faults } = execute(
    { query: String(body.query), variables: body.variables ?? {} },
    graphqlResolvers(world, token),
  );
  for (const each of faults) world.violations.push(`${record.operation}: ${each}`);
  reply(failed ?? { status: 200, body: answer });

  function reply(given: Reply | 'reset'): void {
    if (given === 'reset') response.destroy();
    else send(given);
  }
}

function replyOf({ rateLimit }: World, planned: Fault): Reply | 'reset' | null {
  if (planned.kind !== 'graphql-error') return failureOf(rateLimit, planned);
  const type = planned.type === null ? {} : { type: planned.type };
  const errors = [{ ...type, path: [], locations: [], message: planned.message }];
  return { status: 200, body: { data: null, errors } };
}
