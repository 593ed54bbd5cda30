import { isReport } from './decode-machine-line.js';
import type { LogLine } from './parser.js';

/** Longer lines are cut before anything is matched on them: minified code, base64. */
const MAX_LINE = 10_000;
/** A report on one line is read whole up to this length. */
export const MAX_REPORT = 2_000_000;

const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
const ANSI = new RegExp(
  `${ESC}\\[[0-9;?]*[ -/]*[@-~]|${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|${ESC}[@-Z\\\\^_=>()]?`,
  'g',
);
// `gh run view --log` puts job and step before the time; GitLab puts a stream mark behind it.
const RUNNER_PREFIX =
  /^(?:[^\t]{1,200}\t[^\t]{1,200}\t)?\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z(?: \d\d[OE][ +]?)? ?/;

/**
 * Ends of lines and pages of other systems, and NUL: no tool's form has one inside, and what stands behind it would be at
 * no line's beginning.
 */
const ODD = /[\0\v\f\u0085\u2028\u2029]/;
const ODD_EDGES = /^[\0\v\f\u0085\u2028\u2029]+|(?<![\0\v\f\u0085\u2028\u2029])[\0\v\f\u0085\u2028\u2029]+$/g;

/** A line with what the runner said about it. */
export interface RunnerLine extends LogLine {
  /** The runner printed the line as an error of the step, or as a warning. */
  readonly mark: 'error' | 'warning' | null;
  /** Which of several tasks said it, where they share the log; null outside. */
  readonly stream: string | null;
  /** What a task runner calls the task's package: a path or a name. */
  readonly folder: string | null;
}

/**
 * The output lines of a job, without BOM, the runner's time stamps, marks and headers of steps, colours and
 * carriage returns. Numbers and order are those of the log.
 */
export function* cleanLines(log: string): Generator<RunnerLine> {
  const cleaner = new LineCleaner();
  let start = 0;
  while (start <= log.length) {
    const newline = log.indexOf('\n', start);
    const end = newline === -1 ? log.length : newline;
    const line = cleaner.clean(log.slice(start, Math.min(end, start + MAX_REPORT)));
    if (line !== null) yield line;
    start = end + 1;
  }
}

/** Counts lines and steps; knows what of a step is its header. */
export class LineCleaner {
  number = 0;
  step = 0;
  #header: 'none' | 'command' | 'settings' = 'none';

  /** For lines of output that say nothing. */
  skip(lines: number): void {
    this.number += lines;
  }

  /** For a line of output that has nothing to be taken off. */
  plain(text: string): RunnerLine {
    return { number: ++this.number, step: this.step, text, mark: null, stream: null, folder: null };
  }

  /** True from the header of a step to the end of its settings. */
  get isInHeader(): boolean {
    return this.#header !== 'none';
  }

  /** Returns null for a line that is no output. */
  clean(raw: string): RunnerLine | null {
    const limit = raw.length > MAX_LINE && !isReport(raw.slice(0, 100)) ? MAX_LINE : MAX_REPORT;
    const isFirst = this.number === 0 && raw.charCodeAt(0) === 0xfeff;
    const line = uncoloured(raw.slice(isFirst ? 1 : 0, isFirst ? limit + 1 : limit));
    return this.#output(line.replace(RUNNER_PREFIX, ''));
  }

  /** For a line of usual length behind its time stamp. */
  cleanUnstamped(raw: string): RunnerLine | null {
    return this.#output(uncoloured(raw));
  }

  #output(line: string): RunnerLine | null {
    const text = lastState(withoutOdd(line));
    this.number++;
    if (text.startsWith('##[group]Run ')) {
      this.step++;
      this.#header = 'command';
      return null;
    }
    if (text.startsWith('##[endgroup]') || text.startsWith('##[group]')) {
      this.#header = 'none';
      return null;
    }
    // The header of a step repeats its command and settings: none of it is output.
    if (this.#header === 'command' && /^(?:shell|with|env):/.test(text)) this.#header = 'settings';
    else if (this.#header === 'settings' && !/^(?:shell|with|env):|^\s/.test(text)) this.#header = 'none';
    if (this.#header !== 'none') return null;
    const { text: output, mark } = unmark(text);
    return { number: this.number, step: this.step, text: output, mark, stream: null, folder: null };
  }
}

function uncoloured(raw: string): string {
  return raw.includes(ESC) ? raw.replace(ANSI, '') : raw;
}

function withoutOdd(line: string): string {
  return ODD.test(line)
    ? line
        .replace(ODD_EDGES, '')
        .replaceAll('\0', '')
        .replace(/[\v\f\u0085\u2028\u2029]/g, ' ')
    : line;
}

/** A progress bar overwrites its line: what stays visible is the last state. */
function lastState(line: string): string {
  return line.includes('\r') ? (line.split('\r').findLast((state) => state !== '') ?? '') : line;
}

function unmark(text: string): { text: string; mark: RunnerLine['mark'] } {
  if (!text.startsWith('##[')) return { text, mark: null };
  const match = /^##\[(error|warning|debug|command|notice|section)\]/.exec(text);
  if (match === null) return { text, mark: null };
  const rest = text.slice(match[0].length);
  const decoded = rest.includes('%0') ? (rest.split(/%0[AD]/)[0] ?? '') : rest;
  const mark = match[1] === 'error' || match[1] === 'warning' ? match[1] : null;
  return { text: decoded, mark };
}
