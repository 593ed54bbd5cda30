import { operationOf } from './contract.js';
import type { Route } from './route.js';
import { alertRoutes } from './routes/alert-routes.js';
import { artifactRoutes } from './routes/artifact-routes.js';
import { checkRoutes } from './routes/check-routes.js';
import { commentRoutes } from './routes/comment-routes.js';
import { gitRoutes } from './routes/git-routes.js';
import { issueRoutes } from './routes/issue-routes.js';
import { labelRoutes } from './routes/label-routes.js';
import { pullRoutes } from './routes/pull-routes.js';
import { rateLimitRoutes } from './routes/rate-limit-routes.js';
import { repositoryRoutes } from './routes/repository-routes.js';
import { reviewRoutes } from './routes/review-routes.js';
import { runRoutes } from './routes/run-routes.js';
import { statusRoutes } from './routes/status-routes.js';

/** Path parameters that may hold slashes. */
const DEEP = ['ref', 'path', 'basehead', 'branch'];

interface RoutePattern {
  readonly route: Route;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export interface MatchedRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

function patternOf(route: Route): RoutePattern {
  const { method, path } = operationOf(route.operation);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => (DEEP.includes(name) ? '(.+)' : '([^/]+)'));
  return { route, method, names, pattern: new RegExp(`^${source}$`) };
}

const patterns = [
  ...repositoryRoutes,
  ...gitRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...commentRoutes,
  ...runRoutes,
  ...artifactRoutes,
  ...statusRoutes,
  ...checkRoutes,
  ...alertRoutes,
  ...rateLimitRoutes,
].map(patternOf);

// `/commits/a/status` also fits `/commits/{ref}` with a deep ref: the path with the fewest deep parts wins.
const ordered = patterns.toSorted((a, b) => literalLength(b) - literalLength(a));

function literalLength({ route }: RoutePattern): number {
  return operationOf(route.operation).path.replace(/\{\w+\}/g, '').length;
}

/** Parameters are decoded after the match: Octokit writes `heads%2Fmain`. */
export function matchRoute(method: string, path: string): MatchedRoute | null {
  for (const { route, names, pattern, method: served } of ordered) {
    const match = served === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const values = match.slice(1).map((value) => decodeURIComponent(value));
    return { route, path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) };
  }
  return null;
}
