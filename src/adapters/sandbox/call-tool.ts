import { spawn } from 'node:child_process';

const LIMIT_MS = 60_000;

/**
 * Runs a tool of the sandbox itself to its end.
 * @throws with its last words when it cannot be started, fails, or does not answer.
 */
export async function callTool(
  [program = '', ...args]: readonly string[],
  { env, input = '' }: { readonly env: NodeJS.ProcessEnv; readonly input?: Buffer | string },
): Promise<void> {
  // Unlike a timer of spawn's own it keeps nobody waiting for a program that was never started.
  const signal = AbortSignal.timeout(LIMIT_MS);
  // In a group of its own, so that Ctrl-C at the terminal does not cut a clean-up short.
  const child = spawn(program, args, {
    env,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  // One that ends without reading takes the pipe with it.
  child.stdin.on('error', () => undefined).end(input);
  await new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(said.trim() || `${program} ${args[0] ?? ''} ended with ${signal ?? code}`));
    });
  });
}
