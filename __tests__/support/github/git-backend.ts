import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { GIT_ENVIRONMENT } from './git-process.js';
import { withReasons } from './push-messages.js';
import { allows, type Token } from './tokens.js';
import type { World } from './world.js';

export interface GitCall {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** `info/refs`, `git-upload-pack` or `git-receive-pack` */
  readonly tail: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body: Buffer;
  readonly token: Token | null;
}

export interface GitAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Runs git's own CGI program for one request, with our hook's reasons in its answer. */
export async function runGitBackend({ git, state }: World, call: GitCall): Promise<GitAnswer> {
  const { headers, token, body } = call;
  const reasonsFile = join(git.folder, `reasons-${process.hrtime.bigint()}`);
  const protectedRefs = state.repository.protectedBranches.map((name) => `refs/heads/${name}`);
  const output = await pipe(body, {
    ...GIT_ENVIRONMENT,
    GIT_PROJECT_ROOT: dirname(git.folder),
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    REQUEST_METHOD: call.method,
    PATH_INFO: `/${basename(git.folder)}/${call.tail}`,
    QUERY_STRING: call.query,
    CONTENT_TYPE: headers['content-type'] ?? '',
    CONTENT_LENGTH: String(body.length),
    HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    REMOTE_USER: token?.login ?? 'anonymous',
    FAKE_PROTECTED_REFS: protectedRefs.join(' '),
    FAKE_MAY_CHANGE_WORKFLOWS: token !== null && allows(token, 'workflows:write') ? '1' : '0',
    FAKE_REASONS: reasonsFile,
  });
  const answer = parseAnswer(output);
  return { ...answer, body: withReasons(answer.body, takeReasons(reasonsFile)) };
}

function pipe(input: Buffer, env: NodeJS.ProcessEnv): Promise<Buffer> {
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // git may answer before it has read all; its answer says what was wrong.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** A CGI answer: header lines, an empty line, the body. */
function parseAnswer(output: Buffer): GitAnswer {
  const end = output.indexOf('\r\n\r\n');
  const lines = output.subarray(0, end).toString().split('\r\n');
  const { status = '200', ...headers } = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) };
}

/** By ref; the hook has written a line for each ref that it refused. */
function takeReasons(file: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    rmSync(file);
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    );
  } catch {
    return new Map();
  }
}
