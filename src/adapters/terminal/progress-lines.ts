import { describeDuration, describeEnd, describeTests } from '../../domain/describe-execution.js';
import type { CommandRun } from '../../domain/execution.js';
import type { ProgressEvent } from '../../domain/progress.js';
import type { Scan } from '../../domain/scan.js';

export type Paint = (style: 'bold' | 'green' | 'red' | 'yellow', text: string) => string;

export interface LineOptions {
  readonly verbose: boolean;
  readonly paint: Paint;
  /** Makes outside text safe to show. */
  readonly clean: (text: string) => string;
}

/** How many lines of a command's output `--verbose` shows. */
const VERBOSE_LINES = 60;
const SHOWN_FINDINGS = 3;
const INDENT = ' '.repeat(9);

/** The lines by which a person is told of an event. */
export function progressLines(
  event: ProgressEvent,
  { verbose, paint, clean }: LineOptions,
): readonly string[] {
  switch (event.kind) {
    case 'phase':
      return [`${paint('bold', event.phase.padEnd(9))}${clean(event.text)}`];
    case 'scanned':
      return findingLines(event.scan).map((line) => INDENT + clean(line));
    case 'attempt':
      return [`${paint('bold', 'repair'.padEnd(9))}attempt ${event.number} / ${event.max}`];
    case 'command-started':
      return clean(event.command)
        .split('\n')
        .map((line, index) => `${INDENT}${index === 0 ? '$' : ' '} ${line}`);
    case 'command-ended':
      return [...(verbose ? lastLines(clean(event.run.output)) : []), `${INDENT}${summary(event.run)}`];
    case 'waiting':
    case 'note':
      return clean(event.text)
        .split('\n')
        .map((line) => INDENT + line);
    case 'diff':
      return clean(event.text)
        .trimEnd()
        .split('\n')
        .map((line) => INDENT + paintDiff(line, paint));
    case 'ended': {
      const { status, stopReason, detail } = event.outcome;
      // A deferred run exits with 0, so its line has to say that nothing was repaired.
      const head = `${status === 'deferred' ? 'warning: ' : ''}${status} (${stopReason})`;
      return [`${paint(status === 'completed' ? 'green' : 'yellow', head)}: ${clean(detail)}`];
    }
  }
}

function findingLines({ category, fingerprint, findings, notes }: Scan): readonly string[] {
  const shown = findings.slice(0, SHOWN_FINDINGS).map(({ file, line, message }) => {
    const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `;
    return `- ${place}${firstLine(message)}`;
  });
  return [
    `${category}, fingerprint ${fingerprint}`,
    ...(shown.length === 0 ? ['- nothing located'] : shown),
    ...notes.map((note) => `note: ${firstLine(note)}`),
  ];
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

function summary(run: CommandRun): string {
  return `${describeEnd(run.end)} after ${describeDuration(run.durationMs)}, ${describeTests(run.tests)}`;
}

function lastLines(output: string): readonly string[] {
  return output
    .trimEnd()
    .split('\n')
    .slice(-VERBOSE_LINES)
    .map((line) => `${INDENT}| ${line}`);
}

function paintDiff(line: string, paint: Paint): string {
  if (/^\+(?!\+\+)/.test(line)) return paint('green', line);
  return /^-(?!--)/.test(line) ? paint('red', line) : line;
}
