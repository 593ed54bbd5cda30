import { styleText } from 'node:util';
import { inertText } from '../../domain/inert-text.js';
import type { Progress } from '../../domain/progress.js';
import type { Redact } from '../../domain/redaction.js';
import { type LineOptions, progressLines } from './progress-lines.js';

export interface TerminalOptions {
  readonly stream: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redact: Redact;
  readonly verbose: boolean;
}

/**
 * Tells a person what goes on. On a terminal: colours (unless `NO_COLOR`), and a line that counts the seconds of what
 * runs. Elsewhere and under `CI`: plain lines, each with its time (B15).
 */
export function createTerminal({ stream, environment, redact, verbose }: TerminalOptions): Progress {
  const live = stream.isTTY === true && !environment.CI;
  const coloured = live && !environment.NO_COLOR && environment.TERM !== 'dumb';
  const clean = (text: string): string => inertText(redact(text));
  const options: LineOptions = {
    verbose,
    clean,
    paint: (style, text) => (coloured ? styleText(style, text) : text),
  };
  const ticker = createTicker(stream);
  return (event) => {
    ticker.stop();
    for (const line of progressLines(event, options)) {
      stream.write(live ? `${line}\n` : `[${new Date().toISOString()}] ${line}\n`);
    }
    if (live && event.kind === 'command-started') ticker.start(clean(event.command));
    if (live && event.kind === 'waiting') ticker.start(clean(event.text));
  };
}

/** A line at the foot of the terminal that counts seconds until the next event. */
function createTicker(stream: NodeJS.WriteStream) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start(text: string): void {
      const begun = Date.now();
      timer = setInterval(() => {
        const seconds = Math.round((Date.now() - begun) / 1000);
        stream.write(`\r\u001b[K${' '.repeat(9)}${text.split('\n', 1)[0]?.slice(0, 60)} ... ${seconds} s`);
      }, 1000);
      timer.unref();
    },
    stop(): void {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      stream.write('\r\u001b[K');
    },
  };
}
