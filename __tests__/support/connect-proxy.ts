import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ConnectProxy {
  readonly url: string;
  /** `CONNECT host:port` or the method and address of a request that was passed on. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** What the proxy alone can resolve, as inside a company. */
const NAME = 'github.test';

/** A forward proxy as companies have them: tunnels by CONNECT, and requests of plain HTTP in absolute form. */
export async function startConnectProxy(): Promise<ConnectProxy> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const onward = httpRequest(
      (request.url ?? '').replace(NAME, LOOPBACK),
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', (request, socket, head) => {
    seen.push(`CONNECT ${request.url}`);
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host.replace(NAME, LOOPBACK), () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
