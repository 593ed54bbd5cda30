import type { LogLine, RawDiagnostic, Reader, ReadingContext } from './parser.js';
import { placeOf } from './read-groups.js';
import { Trace } from './trace.js';

const FRAME =
  /^(?<indent>\W*(?:\[\w+\]\s*)?)File "(?<file>[^"\n]+)", line (?<line>\d+)(?!\d|, characters )(?:, in (?<symbol>.*))?/;
const RAISE = /^(?:\[\w+\]\s*|[|+] *)?(?<message>(?<code>[A-Za-z_][\w.]*)(?:: .*)?)$/;
/** A data file that a parser names below its error (PyYAML's marks). */
const DATA_FILE = /^\s+in "(?<file>[^"<]+)", line (?<line>\d+), column (?<column>\d+)$/;
/** doctest's place of a failed example: frames of a trace are indented. */
const EXAMPLE = /^File "[^"]+", line \d+, in [\w.]+$/;
const SYNTAX = /^(?:SyntaxError|IndentationError|TabError)$/;
const ERROR_NAME =
  /(?:Error|Exception|Warning|Exit|Interrupt|Timeout|Expired|Failure|Failed|NotFound|Iteration)\b|\w\.[A-Z]/;
/** A frame of an expression on many lines, with its carets, is followed by this many lines at most. */
const FRAME_REACH = 40;
const MAX_MESSAGE = 500;

/** What a header line of Python says about the trace that follows; traces without a header are call stacks. */
const HEADERS: readonly { readonly text: string; readonly kind: Header }[] = [
  // The exceptions of the group follow, each with a trace of its own.
  { text: 'Exception Group Traceback (most recent call last)', kind: 'group' },
  // The interpreter died: innermost frame first, the message above them (library/faulthandler).
  { text: 'Fatal Python error: ', kind: 'fatal' },
  { text: 'Traceback (most recent call last)', kind: 'error' },
  { text: 'from user code:', kind: 'error' },
  { text: '--- Logging error ---', kind: 'ignored' },
  { text: 'Exception ignored in', kind: 'ignored' },
  { text: 'During handling of the above exception', kind: 'chained' },
  { text: 'The above exception was the direct cause', kind: 'chained' },
];
/** Tests of these tools print plain traces. */
const RUNNERS: ReadonlySet<string> = new Set(['pytest', 'unittest']);

type Header = 'error' | 'ignored' | 'chained' | 'group' | 'fatal';

/**
 * Reads Python's traces: outermost frame first, the message below them, a chain from the cause to the last consequence
 * (docs.python.org, library/traceback).
 */
export class PythonReader implements Reader {
  readonly owners = [['", line '], ...HEADERS.map(({ text }) => [text])].map((needles) => ({
    needles,
    pattern: null,
  }));
  readonly #context: ReadingContext;
  readonly #emit: (diagnostic: RawDiagnostic) => void;
  #trace: Trace | null = null;
  #header: Header | null = null;
  #indent = 0;
  #frameLine = 0;
  /** True from the first frame to the message. */
  #waiting = false;
  #step = 0;

  constructor(context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void) {
    this.#context = context;
    this.#emit = emit;
  }

  get watching(): boolean {
    return this.#waiting;
  }

  isDue(): boolean {
    return true;
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    this.#step = line.step;
    const trace = this.#trace;
    const mark = hits.includes(0) && trace?.message != null ? DATA_FILE.exec(line.text)?.groups : undefined;
    if (mark !== undefined) {
      trace?.addFrame(placeOf(mark.file ?? '', mark));
      return true;
    }
    if (this.#header === null && EXAMPLE.test(line.text)) return false;
    const frame = hits.includes(0) ? FRAME.exec(line.text) : null;
    if (frame?.groups !== undefined) return this.#frame(line, frame.groups);
    const header = HEADERS[(hits.find((hit) => hit > 0) ?? 0) - 1];
    if (header !== undefined) return this.#startTrace(header.kind, line);
    return this.watching && this.#below(line);
  }

  finish(): void {
    this.#flush();
    this.#header = null;
  }

  #startTrace(kind: Header, line: LogLine): boolean {
    // Without a trace of its own, the chain is one of pytest's.
    if (kind === 'chained' && this.#trace === null) return false;
    if (kind === 'fatal') return this.#startFatal(line);
    // Of a group whose exceptions were raised somewhere, that is where to look.
    if (this.#header === 'group' && /^\s*\| /.test(line.text)) this.#drop();
    if (kind === 'chained' && this.#trace !== null) {
      this.#trace.closeCause();
      this.#header = 'chained';
    } else if (this.#header === 'chained' && kind === 'error') {
      // The header that every part of a chain has.
    } else if (this.#header !== 'ignored' || kind === 'ignored') {
      this.#flush();
      this.#header = kind === 'chained' ? 'error' : kind;
      this.#trace = null;
    }
    this.#frameLine = line.number;
    return true;
  }

  #startFatal(line: LogLine): boolean {
    this.#flush();
    this.#header = 'fatal';
    this.#trace = new Trace('first', line.number, this.#context.test);
    this.#trace.message = line.text.trim().slice(0, MAX_MESSAGE);
    this.#frameLine = line.number;
    this.#waiting = true;
    return true;
  }

  /** Of several threads the current one stands last, behind a line that says so. */
  #inFatal(line: LogLine): boolean {
    if (line.text.startsWith('Current thread ')) {
      const message = this.#trace?.message ?? null;
      this.#trace = new Trace('first', line.number, this.#context.test);
      this.#trace.message = message;
    } else if (line.text.trim() !== '' && !/^(?:Thread |Python runtime state)/.test(line.text)) {
      this.#flush();
      return false;
    }
    this.#frameLine = line.number;
    return true;
  }

  #frame(line: LogLine, groups: Record<string, string>): boolean {
    if (
      this.#trace !== null &&
      (line.number - this.#frameLine > FRAME_REACH || (!this.#waiting && this.#header !== 'chained'))
    ) {
      this.#flush();
    }
    this.#trace ??= new Trace('last', line.number, this.#context.test);
    this.#trace.addFrame(placeOf(groups.file ?? '', groups));
    this.#indent = (groups.indent ?? '').length;
    this.#frameLine = line.number;
    this.#waiting = true;
    return true;
  }

  /** The first line that is no deeper than the frames' indentation holds the message. */
  #below(line: LogLine): boolean {
    if (this.#header === 'fatal') return this.#inFatal(line);
    const depth = line.text.length - line.text.trimStart().length;
    if (line.text.trim() === '' || depth >= Math.max(1, this.#indent)) return false;
    const match = RAISE.exec(line.text.trim())?.groups;
    const code = match?.code ?? '';
    const known =
      SYNTAX.test(code) ||
      (this.#header !== null && ERROR_NAME.test(code)) ||
      this.#header === 'error' ||
      this.#header === 'group';
    if (this.#trace === null) return false;
    if (match === undefined || !known) {
      if (line.number - this.#frameLine > FRAME_REACH || this.#header === null) this.#drop();
      return false;
    }
    this.#waiting = false;
    this.#header = this.#header === 'chained' ? 'error' : this.#header;
    this.#trace.lastLine = line.number;
    this.#trace.message ??= match.message?.slice(0, MAX_MESSAGE) ?? null;
    this.#trace.code ??= code;
    return true;
  }

  #drop(): void {
    this.#trace = null;
    this.#waiting = false;
    this.#header = null;
  }

  #flush(): void {
    const trace = this.#trace;
    const ignored = this.#header === 'ignored';
    this.#drop();
    if (trace === null || trace.message === null || ignored) return;
    const test = trace.test;
    const name = (trace.code ?? '').split('.').at(-1) ?? '';
    this.#emit(
      trace.toDiagnostic({
        tool: test !== null && RUNNERS.has(test.tool) ? test.tool : 'python',
        category: SYNTAX.test(name) ? 'compile' : 'test',
        folder: this.#context.folder,
        step: this.#step,
      }),
    );
  }
}
