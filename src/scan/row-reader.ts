import { AnnouncedValues } from './announced-values.js';
import type {
  Family,
  Groups,
  LogLine,
  Parser,
  RawDiagnostic,
  Reader,
  ReadingContext,
  Row,
} from './parser.js';
import { definedGroups, placeOf, severityOf } from './read-groups.js';
import { Trace } from './trace.js';

/** A message can stand this many lines above its first frame: diffs and code excerpts come between. */
const MESSAGE_REACH = 120;
/** The halves of a diagnostic on two lines are at most this far apart. */
const CLOSE_REACH = 12;
const MAX_MESSAGE = 500;
const ERROR_CLASS = /^[\w.$:]{0,200}(?:Error|Exception|Failure)\b/;

interface OwnedRow {
  readonly parser: Parser;
  readonly row: Row;
}

/** Reads the lines of one tool family by its rows. */
export class RowReader implements Reader {
  readonly needles: readonly (readonly string[])[];
  watching = false;
  readonly #family: Family;
  readonly #rows: readonly OwnedRow[];
  readonly #context: ReadingContext;
  readonly #emit: (diagnostic: RawDiagnostic) => void;
  /** The newest finding, held back for details below it. */
  #held: RawDiagnostic | null = null;
  #opened: { readonly owned: OwnedRow; readonly groups: Groups; readonly line: LogLine } | null = null;
  #file: string | null = null;
  #trace: Trace | null = null;
  /** The function whose source a tool quotes above a frame. */
  #scope: string | null = null;
  #tracer: Parser | null = null;
  /** Indentation of the test's name so far, while it goes on below; else 0. */
  #naming = 0;
  #announced: AnnouncedValues | null = null;
  #step = 0;

  constructor(family: Family, context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void) {
    this.#family = family;
    this.#context = context;
    this.#emit = emit;
    this.#rows = family.parsers.flatMap((parser) => parser.rows.map((row) => ({ parser, row })));
    this.needles = this.#rows.map(({ row }) => row.needles);
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    this.#step = line.step;
    if (this.#naming > 0) return this.#addName(line.text) || this.read(line, hits);
    if (this.#announced?.read(line) === true) return true;
    if (this.#announced?.over === true) this.#stopAnnouncing();
    if (this.watching && this.#announced === null) {
      if (line.text.trim() === '') return false;
      this.watching = false;
      const message = line.text.trim();
      if (this.#opened !== null) return this.#close(this.#opened.owned, { message }, line);
      if (this.#trace?.message === null)
        this.#setMessage(this.#trace, message, ERROR_CLASS.exec(message)?.[0] ?? null);
    }
    for (const hit of hits) {
      const owned = this.#rows[hit];
      if (owned === undefined || (owned.row.inTest === true && this.#context.test === null)) continue;
      const match = owned.row.pattern.exec(line.text);
      if (match === null) continue;
      const claimed = this.#apply(owned, match.groups ?? {}, line);
      // A half without its other half may still be something else.
      if (claimed || (owned.row.kind !== 'close' && owned.row.kind !== 'detail')) return claimed;
    }
    return false;
  }

  finish(): void {
    this.#flush();
    this.#release(null);
    this.#opened = null;
    this.#file = null;
    this.#naming = 0;
    this.#scope = null;
    this.watching = false;
  }

  #apply(owned: OwnedRow, groups: Groups, line: LogLine): boolean {
    const { row } = owned;
    switch (row.kind) {
      case 'finding':
        return this.#finding(owned, groups, line, line.number);
      case 'file':
        this.#file = groups.file ?? null;
        return true;
      case 'open':
        this.#opened = { owned, groups, line };
        this.watching = row.messageFollows === true;
        return true;
      case 'close':
        return this.#close(owned, groups, line);
      case 'detail':
        return this.#addDetail(owned, groups, line);
      case 'scope':
        this.#scope = groups.symbol ?? null;
        return false;
      case 'test':
        this.#startTest(owned, groups, line);
        return true;
      case 'end':
      case 'mute':
        this.finish();
        this.#context.test = null;
        this.#context.muted = row.kind === 'mute';
        return true;
      case 'skip':
        return true;
      default:
        return this.#traceLine(owned, groups, line);
    }
  }

  #close(owned: OwnedRow, groups: Groups, line: LogLine): boolean {
    const opened = this.#opened;
    if (opened === null || line.number - opened.line.number > CLOSE_REACH) return false;
    if (opened.owned.row.manyCloses !== true) this.#opened = null;
    const merged = { ...opened.groups, ...definedGroups(groups) };
    return this.#finding(
      { parser: opened.owned.parser, row: { ...opened.owned.row, ...owned.row } },
      merged,
      line,
      opened.line.number,
    );
  }

  #finding({ parser, row }: OwnedRow, groups: Groups, line: LogLine, logLine: number): boolean {
    const paths = row.pathsOf?.(groups, this.#file) ?? [groups.file ?? this.#file ?? this.#context.heading];
    const named = row.files?.map((file) => [file]) ?? [paths.filter((path) => path !== null)];
    if (named.some((files) => files.length === 0)) return false;
    for (const files of named) {
      this.#release({
        tool: parser.tool,
        category: row.category ?? parser.category,
        severity: row.severity ?? severityOf(groups.severity),
        message: (groups.message ?? line.text.trim()).slice(0, MAX_MESSAGE),
        code: groups.code ?? row.code ?? null,
        test: groups.test ?? this.#context.test?.name ?? null,
        places: files.map((file) => placeOf(file, groups)),
        folder: this.#context.folder,
        summary: row.summary === true,
        step: line.step,
        logLine,
        logEndLine: line.number,
      });
    }
    return true;
  }

  #addDetail({ parser, row }: OwnedRow, groups: Groups, line: LogLine): boolean {
    const held = this.#held;
    if (held === null || line.number - held.logEndLine > CLOSE_REACH) return false;
    this.#held = {
      ...held,
      tool: parser.tool,
      category: row.category ?? parser.category,
      code: groups.code ?? held.code,
    };
    return true;
  }

  #stopAnnouncing(): void {
    if (this.#announced !== null) this.watching = false;
    this.#announced = null;
  }

  /** Emits what was held back, and holds back the next. */
  #release(next: RawDiagnostic | null): void {
    if (this.#held !== null) this.#emit(this.#held);
    this.#held = next;
  }

  #startTest({ parser, row }: OwnedRow, groups: Groups, line: LogLine): void {
    this.#flush();
    this.#context.test = { name: groups.test?.trim() ?? null, tool: parser.tool };
    this.#file = groups.file ?? null;
    const trace = this.#startTrace(parser, line);
    if (groups.message !== undefined) this.#setMessage(trace, groups.message, groups.code ?? null);
    if (groups.file !== undefined) trace.addHint(placeOf(groups.file, groups));
    const depth = line.text.length - line.text.trimStart().length;
    this.#naming = row.nameFollows === true && !line.text.trimEnd().endsWith(':') ? Math.max(1, depth) : 0;
    this.watching = row.messageFollows === true || this.#naming > 0;
  }

  /** Returns false when the line is no part of the name. */
  #addName(text: string): boolean {
    const part = text.trim();
    const depth = text.length - text.trimStart().length;
    const test = this.#context.test;
    const goesOn = part !== '' && depth > this.#naming && !part.startsWith('Failure/Error') && test !== null;
    this.#naming = goesOn && !part.endsWith(':') ? depth : 0;
    this.watching = this.#naming > 0;
    if (!goesOn) return false;
    this.#context.test = { ...test, name: `${test.name ?? ''} ${part.replace(/:$/, '')}` };
    if (this.#trace !== null) this.#trace.test = this.#context.test;
    return true;
  }

  #traceLine(owned: OwnedRow, groups: Groups, line: LogLine): boolean {
    const { parser, row } = owned;
    const trace = this.#trace;
    switch (row.kind) {
      case 'frame':
        this.#frame(owned, groups, line);
        return true;
      case 'hint':
        trace?.addHint(placeOf(groups.file ?? '', groups));
        return trace !== null;
      case 'excerpt':
        this.#startTrace(parser, line).addQuoted(placeOf(groups.file ?? '', groups));
        return true;
      case 'cause':
        trace?.closeCause();
        return true;
      case 'caused-by':
        trace?.openCause();
        if (groups.message !== undefined) this.#setMessage(trace, groups.message, groups.code ?? null);
        return true;
      default: {
        // A message after frames starts a new trace, unless the tool prints it below them (one block a test).
        const below =
          trace !== null && (!trace.hasFrames || this.#family.traceGap === Number.POSITIVE_INFINITY);
        if (below && trace.message !== null && this.#context.test !== null && row.overrides !== true)
          return true;
        const own = below ? trace : this.#startTrace(parser, line);
        this.watching = row.messageFollows === true;
        if (this.watching) own.message = null;
        else this.#setMessage(own, (groups.message ?? line.text).trim(), groups.code ?? row.code ?? null);
        if (groups.file !== undefined && groups.symbol !== undefined) this.#frame(owned, groups, line);
        else if (groups.file !== undefined) own.addQuoted(placeOf(groups.file, groups));
        // Another family may print its errors alike: the frames decide.
        return row.inTest === true;
      }
    }
  }

  #frame({ parser, row }: OwnedRow, groups: Groups, line: LogLine): void {
    let trace = this.#trace;
    const reach =
      trace?.hasFrames === true ? this.#family.traceGap : Math.max(MESSAGE_REACH, this.#family.traceGap);
    if (trace === null || line.number - trace.lastLine > reach) trace = this.#startTrace(parser, line);
    for (const file of row.pathsOf?.(groups, this.#file) ?? [groups.file ?? ''])
      trace.addFrame(placeOf(file, { ...groups, symbol: groups.symbol ?? this.#scope ?? undefined }));
    this.#scope = null;
    trace.code ??= groups.code ?? null;
    trace.lastLine = line.number;
  }

  #startTrace(parser: Parser, line: LogLine): Trace {
    this.#flush();
    this.#tracer = parser;
    this.#trace = new Trace(this.#family.innermost, line.number, this.#context.test);
    return this.#trace;
  }

  #setMessage(trace: Trace | null, message: string, code: string | null): void {
    if (trace === null) return;
    trace.message = message.slice(0, MAX_MESSAGE);
    trace.code = code;
    const form = this.#family.announcing;
    if (form?.message.test(message) !== true) return;
    this.#announced = new AnnouncedValues(form, trace);
    this.watching = true;
  }

  #flush(): void {
    const trace = this.#trace;
    const parser = this.#tracer;
    this.#trace = null;
    this.#stopAnnouncing();
    if (trace === null || parser === null) return;
    const test = trace.test;
    // Frames without a message are no failure: thread dumps, call stacks of warnings.
    if (trace.message === null && trace.code === null) return;
    const own = test !== null && this.#family.parsers.some(({ tool }) => tool === test.tool);
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
