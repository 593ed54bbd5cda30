/** Ctrl-C and its kin: the first asks the run to stop and clean up, the second kills what runs without grace. */
export interface StopSignals {
  readonly signal: AbortSignal;
  readonly hurry: AbortSignal;
  /** The first signal that came, if any. */
  readonly received: () => NodeJS.Signals | undefined;
  readonly close: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function listenForStop(): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (received !== undefined) hurry.abort();
    received ??= signal;
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: stop.signal,
    hurry: hurry.signal,
    received: () => received,
    close: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
