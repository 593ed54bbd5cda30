import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveApi } from './api-door.js';
import { isGitRequest, serveGit } from './git-door.js';
import { isGraphqlRequest, serveGraphql } from './graphql-door.js';
import type { World } from './world.js';

export interface ListeningServer {
  /** `http://127.0.0.1:4711` */
  readonly site: string;
  close(): Promise<void>;
}

/** The one server of the API, in both layouts, and of git. */
export async function listen(world: World): Promise<ListeningServer> {
  let site = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', site);
    const serve = isGitRequest(url) ? serveGit : isGraphqlRequest(url) ? serveGraphql : serveApi;
    serve(world, { request, response, site }).catch((error: unknown) => {
      world.violations.push(`${request.method} ${url.pathname}: the fake broke: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    site,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
