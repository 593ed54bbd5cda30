import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpStub {
  readonly url: string;
  readonly requests: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  close(): Promise<void>;
}

/** A server on loopback that keeps each request and answers it with `respond`. */
export async function startHttpStub(
  respond: (response: ServerResponse, count: number) => void,
): Promise<HttpStub> {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      respond(response, requests.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
