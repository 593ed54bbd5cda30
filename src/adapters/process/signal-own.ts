/** Sends a signal to processes of this user. */
export function signalOwn(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already gone, or not ours to signal: the next look tells.
    }
  }
}
