import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FaultPlan } from './faults.js';
import type { GithubState } from './state.js';

/** The second origin, where logs and artifacts lie behind signed links. */
export interface DownloadOrigin {
  /** A link that is good for one minute. */
  sign(path: string): string;
  /** Lets every link that was given run out. */
  expireLinks(): void;
  close(): Promise<void>;
}

const LINK_MILLISECONDS = 60_000;

interface Answer {
  readonly status: number;
  readonly text: string | Buffer;
}

/** Like the blob store that GitHub redirects to, it refuses any request with a token: the link is the power. */
export async function startDownloadOrigin(
  state: GithubState,
  faults: FaultPlan,
  violate: (fault: string) => void,
): Promise<DownloadOrigin> {
  const links = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const fault = faults.take('download')?.fault;
    if (fault?.kind === 'reset') return response.destroy();
    const planned = fault?.kind === 'status' ? { status: fault.status, text: 'Planned failure' } : null;
    const { status, text } = planned ?? answerOf(url, request.headers.authorization);
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  });

  function answerOf(url: URL, authorization: string | undefined): Answer {
    if (authorization !== undefined) {
      violate(`${url.pathname}: the token was sent on to the download origin`);
      return { status: 400, text: 'InvalidAuthenticationInfo' };
    }
    const validUntil = links.get(url.searchParams.get('sig') ?? '');
    if (validUntil === undefined || validUntil < Date.now())
      return { status: 403, text: 'AuthenticationFailed' };
    return read(state, url.pathname) ?? { status: 404, text: 'BlobNotFound' };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    sign: (path) => {
      const signature = `link-${links.size + 1}`;
      links.set(signature, Date.now() + LINK_MILLISECONDS);
      return `http://127.0.0.1:${port}${path}?sig=${signature}`;
    },
    expireLinks: () => {
      for (const signature of links.keys()) links.set(signature, 0);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function read(state: GithubState, path: string): Answer | null {
  const [, kind, id] = path.split('/');
  if (kind === 'artifacts') {
    const artifact = state.artifacts.find((each) => each.id === Number(id));
    return artifact === undefined ? null : { status: 200, text: Buffer.from(artifact.zip, 'base64') };
  }
  const jobs = state.runs.flatMap((run) => run.attempts).flatMap((attempt) => attempt.jobs);
  const job = jobs.find((each) => each.id === Number(id));
  if (job === undefined || job.logNotReadyFor > 0) {
    if (job !== undefined) job.logNotReadyFor -= 1;
    return null;
  }
  return { status: 200, text: job.log };
}
