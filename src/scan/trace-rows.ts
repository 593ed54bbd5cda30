import { AnnouncedValues } from './announced-values.js';
import type {
  Family,
  Groups,
  LogLine,
  OwnedRow,
  Parser,
  RawDiagnostic,
  ReadingContext,
  TestName,
} from './parser.js';
import { placeOf } from './read-groups.js';
import { Trace } from './trace.js';

/** A message can stand this many lines above its first frame: diffs and code excerpts come between. */
const MESSAGE_REACH = 120;
const MAX_MESSAGE = 500;

/** Puts messages and stack frames of one tool family together to failures. */
export class TraceRows {
  readonly #family: Family;
  readonly #context: ReadingContext;
  readonly #emit: (diagnostic: RawDiagnostic) => void;
  #trace: Trace | null = null;
  #tracer: Parser | null = null;
  /** The function whose source a tool quotes above a frame. */
  #scope: string | null = null;
  #announced: AnnouncedValues | null = null;
  #step = 0;

  constructor(family: Family, context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void) {
    this.#family = family;
    this.#context = context;
    this.#emit = emit;
  }

  /** True while the values that a message announced are awaited. */
  get isAnnouncing(): boolean {
    return this.#announced !== null;
  }

  get isFinished(): boolean {
    return this.#trace === null && this.#scope === null;
  }

  get lacksMessage(): boolean {
    return this.#trace?.message === null;
  }

  /** Returns true when the line is a value that the message announced. */
  readValue(line: LogLine): boolean {
    if (this.#announced?.read(line) === true) return true;
    if (this.#announced?.over === true) this.#announced = null;
    return false;
  }

  /** `file` is the file that was named before. Returns true when the line is spoken for. */
  read(owned: OwnedRow, groups: Groups, { line, file }: { line: LogLine; file: string | null }): boolean {
    const { parser, row } = owned;
    const trace = this.#trace;
    switch (row.kind) {
      case 'scope':
        this.#scope = groups.symbol ?? null;
        return false;
      case 'frame':
        this.#frame(owned, groups, { line, file });
        return true;
      case 'hint':
        trace?.addHint(placeOf(groups.file ?? '', groups));
        return trace !== null;
      case 'excerpt':
        this.start(parser, line).addQuoted(placeOf(groups.file ?? '', groups));
        return true;
      case 'value':
        trace?.addValue(groups.message ?? '');
        return trace !== null;
      case 'cause':
        trace?.closeCause();
        return true;
      case 'caused-by':
        trace?.openCause();
        if (groups.message !== undefined) this.setMessage(groups.message, groups.code ?? null);
        return true;
      default: {
        // A message after frames starts a new trace, unless the tool prints it below them (one block a test).
        const below =
          trace !== null && (!trace.hasFrames || this.#family.traceGap === Number.POSITIVE_INFINITY);
        if (below && trace.message !== null && this.#context.test !== null && row.overrides !== true)
          return true;
        const own = below ? trace : this.start(parser, line);
        if (row.messageFollows === true) own.message = null;
        else this.setMessage((groups.message ?? line.text).trim(), groups.code ?? row.code ?? null);
        if (groups.file !== undefined && groups.symbol !== undefined)
          this.#frame(owned, groups, { line, file });
        else if (groups.file !== undefined) own.addQuoted(placeOf(groups.file, groups));
        // Another family may print its errors alike: the frames decide.
        return row.inTest === true;
      }
    }
  }

  #frame(
    { parser, row }: OwnedRow,
    groups: Groups,
    { line, file: named }: { line: LogLine; file: string | null },
  ): void {
    let trace = this.#trace;
    const reach =
      trace?.hasFrames === true ? this.#family.traceGap : Math.max(MESSAGE_REACH, this.#family.traceGap);
    if (trace === null || line.number - trace.lastLine > reach) trace = this.start(parser, line);
    for (const file of row.pathsOf?.(groups, named) ?? [groups.file ?? ''])
      trace.addFrame(placeOf(file, groups, this.#scope));
    this.#scope = null;
    trace.code ??= groups.code ?? null;
    trace.lastLine = line.number;
  }

  /** Begins a failure of the test that is running. */
  start(parser: Parser, line: LogLine): Trace {
    this.flush();
    this.#step = line.step;
    this.#tracer = parser;
    this.#trace = new Trace(this.#family.innermost, line.number, this.#context.test);
    return this.#trace;
  }

  setMessage(message: string, code: string | null): void {
    const trace = this.#trace;
    if (trace === null) return;
    trace.message = message.slice(0, MAX_MESSAGE);
    trace.code = code;
    const form = this.#family.announcing;
    if (form?.message.test(message) !== true) return;
    this.#announced = new AnnouncedValues(form, trace);
  }

  renameTest(test: TestName): void {
    if (this.#trace !== null) this.#trace.test = test;
  }

  /** Nothing before this line belongs to what follows. */
  finish(): void {
    this.flush();
    this.#scope = null;
  }

  flush(): void {
    const trace = this.#trace;
    const parser = this.#tracer;
    this.#trace = null;
    this.#announced = null;
    if (trace === null || parser === null) return;
    const test = trace.test;
    // Frames without a message are no failure: thread dumps, call stacks of warnings.
    const own = test !== null && this.#family.parsers.some(({ tool }) => tool === test.tool);
    if (trace.hasFrames) trace.message ??= trace.title;
    if (trace.message === null && trace.code === null) return;
    if (trace.frameCount === 0 && !own) return;
    this.#emit(
      trace.toDiagnostic({
        tool: own ? test.tool : parser.tool,
        category: parser.category,
        folder: this.#context.folder,
        step: this.#step,
      }),
    );
  }
}
