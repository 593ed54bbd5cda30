import { rerunCi, startCi } from './ci-events.js';
import { requestFaults } from './contract.js';
import { addIssue, addRun } from './records.js';
import { type Call, fault, linksOf, notFound, type Reply, type Route } from './route.js';
import type { MatchedRoute } from './router.js';
import type { GithubState } from './state.js';
import { allows, type Token } from './tokens.js';
import type { World } from './world.js';
import { isAllowedRef } from './write-policy.js';

export interface IncomingRequest {
  readonly method: string;
  readonly url: URL;
  readonly matched: MatchedRoute;
  /** Undefined when there was none. */
  readonly body: unknown;
  readonly accept: string;
  readonly apiVersion: string | undefined;
  readonly token: Token | null;
  /** `http://127.0.0.1:4711`, and the API's own address, which has `/api/v3` in the layout of GHES. */
  readonly site: string;
  readonly api: string;
}

/** Answers one request from a state; a write changes it in one step that nothing comes between. */
export function answerRequest(world: World, state: GithubState, request: IncomingRequest): Reply {
  const { matched, url, method, body, apiVersion, token } = request;
  const { route, path } = matched;
  const query = Object.fromEntries(url.searchParams);
  const faults = requestFaults(route.operation, { path, query, body, apiVersion });
  const violate = (text: string): void => {
    world.violations.push(`${route.operation} ${method} ${url.pathname}${url.search}: ${text}`);
  };
  for (const each of faults) violate(each);
  if (faults.length > 0) return fault(400, `The request does not fit the description: ${faults.join('; ')}`);
  const refusal = refuseAccess(state, { route, path, token, method });
  if (refusal !== null) return refusal;
  const login = token?.login ?? 'anonymous';
  const call: Call = {
    ...{ state, git: world.git, links: linksOf(state, request), rateLimit: world.rateLimit },
    ...{ path, query, body, accept: request.accept, token, login, violate },
    checkRef: (ref) => {
      if (!isAllowedRef(world.allowedRef, ref))
        violate(`${ref} is written, and only ${world.allowedRef} may be`);
    },
    checkOurs: (record) => {
      if (!record.isOurs) violate('changes what a person made');
    },
    addIssue: (issue) => addIssue(state, { ...issue, author: login, isOurs: true }),
    addRun: (run) => addRun(state, { ...run, actor: login }),
    startCi: (start) => startCi(world, { ...start, actor: login }),
    rerunCi: (run) => rerunCi(world, run),
    signedLink: (target) => world.downloads.sign(target),
  };
  return route.handle(call);
}

interface Access {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly token: Token | null;
  readonly method: string;
}

/** What is private does not exist for a stranger; what a token may not do is a 403 that names the permission. */
function refuseAccess({ repository }: GithubState, { route, path, token, method }: Access): Reply | null {
  const isOurs = (name: string | undefined, own: string): boolean =>
    name === undefined || name.toLowerCase() === own.toLowerCase();
  if (!isOurs(path.owner, repository.owner) || !isOurs(path.repo, repository.name)) return notFound();
  const isPublicRead = !repository.isPrivate && method === 'GET';
  if (token === null) {
    if (route.needs.length === 0 || (isPublicRead && isOpen(route))) return null;
    return repository.isPrivate ? notFound() : fault(401, 'Requires authentication');
  }
  if (route.needs.length === 0 || route.needs.some((need) => allows(token, need))) return null;
  if (isPublicRead && isOpen(route)) return null;
  if (!token.isApp && Object.keys(token.permissions).length === 0) return notFound();
  const kind = token.isApp ? 'integration' : 'personal access token';
  return fault(403, `Resource not accessible by ${kind}`, {
    'x-accepted-github-permissions': route.needs.map((need) => need.replace(':', '=')).join('; '),
  });
}

/** Not even a public repository shows these without the permission. */
function isOpen({ operation }: Route): boolean {
  return !/download|permission-level|authenticated|alerts/.test(operation);
}
