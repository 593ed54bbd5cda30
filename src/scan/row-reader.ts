import { ListedTests } from './listed-tests.js';
import type {
  Family,
  Groups,
  LogLine,
  OwnedRow,
  Place,
  RawDiagnostic,
  Reader,
  ReadingContext,
  Row,
} from './parser.js';
import { definedGroups, placeOf, severityOf } from './read-groups.js';
import { TestNaming } from './test-naming.js';
import type { Trace } from './trace.js';
import { TraceRows } from './trace-rows.js';

/** The halves of a diagnostic on two lines are at most this far apart. */
const CLOSE_REACH = 12;
const MAX_MESSAGE = 500;
const NOWHERE = { places: [], logLine: 0 };
const ERROR_CLASS = /^[\w.$:]{0,200}(?:Error|Exception|Failure)\b/;

/** Reads the lines of one tool family by its rows. */
export class RowReader implements Reader {
  readonly owners: readonly Row[];
  readonly #traces: TraceRows;
  readonly #rows: readonly OwnedRow[];
  readonly #context: ReadingContext;
  readonly #emit: (diagnostic: RawDiagnostic) => void;
  /** The newest finding, held back for details below it. */
  #held: RawDiagnostic | null = null;
  #opened: { readonly owned: OwnedRow; readonly groups: Groups; readonly line: LogLine } | null = null;
  #file: string | null = null;
  readonly #naming = new TestNaming();
  readonly #listed = new ListedTests();
  /** What may be the name of a test that fails just below. */
  #title: string | null = null;
  /** Where to look when the next finding is in no file of the repository, and the last line that said so. */
  #near: { readonly places: readonly Place[]; readonly logLine: number } = NOWHERE;
  /** True while the next line that is not blank is wanted: a message, or more of a name. */
  #waiting = false;

  constructor(family: Family, context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void) {
    this.#traces = new TraceRows(family, context, emit);
    this.#context = context;
    this.#emit = emit;
    this.#rows = family.parsers.flatMap((parser) => parser.rows.map((row) => ({ parser, row })));
    this.owners = this.#rows.map(({ row }) => row);
  }

  get watching(): boolean {
    return this.#waiting || this.#traces.isAnnouncing || this.#listed.isOpen;
  }

  isDue(hit: number, lineNumber: number): boolean {
    const row = this.owners[hit];
    if (row === undefined || row.kind === 'skip') return false;
    return row.kind === 'end' ? !this.#isAtEnd() : this.#mayApply(row, lineNumber);
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    if (this.#naming.goesOn) return this.#addName(line.text) || this.read(line, hits);
    const listed = this.#listed.isOpen ? this.#listed.take(line.text) : null;
    if (listed !== null) {
      this.#beginTest(listed, line.text.trim(), line);
      return true;
    }
    if (this.#traces.readValue(line)) return true;
    if (this.#waiting) {
      if (line.text.trim() === '') return false;
      this.#waiting = false;
      const message = line.text.trim();
      if (this.#opened !== null) return this.#close(this.#opened.owned, { message }, line);
      if (this.#traces.lacksMessage) this.#traces.setMessage(message, ERROR_CLASS.exec(message)?.[0] ?? null);
    }
    for (const hit of hits) {
      const owned = this.#rows[hit];
      if (owned === undefined || !this.#mayApply(owned.row, line.number)) continue;
      const match = owned.row.pattern.exec(line.text);
      if (match === null) continue;
      const claimed = this.#apply(owned, match.groups ?? {}, line);
      // A half without its other half may still be something else.
      if (claimed || (owned.row.kind !== 'close' && owned.row.kind !== 'detail')) return claimed;
    }
    return false;
  }

  /** False for a row that says nothing without what stands above it. */
  #mayApply(row: Row, lineNumber: number): boolean {
    if (row.inTest === true && this.#context.test === null) return false;
    if (row.kind === 'close') return this.#opened !== null;
    return row.kind !== 'detail' || lineNumber - (this.#held?.logEndLine ?? -CLOSE_REACH) <= CLOSE_REACH;
  }

  /** True where an `end` changes nothing. */
  #isAtEnd(): boolean {
    const { test, muted } = this.#context;
    const isOpen = this.#held !== null || this.#opened !== null || this.#naming.goesOn || this.#waiting;
    const isTold = this.#file !== null || this.#title !== null || this.#near !== NOWHERE;
    return test === null && !muted && !isOpen && !isTold && this.#traces.isFinished;
  }

  finish(): void {
    this.#traces.finish();
    this.#release(null);
    this.#opened = null;
    this.#file = null;
    this.#naming.stop();
    this.#listed.clear();
    this.#title = null;
    this.#near = NOWHERE;
    this.#waiting = false;
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
        this.#waiting = row.messageFollows === true;
        return row.shared !== true;
      case 'close':
        return this.#close(owned, groups, line);
      case 'detail':
        return this.#addDetail(owned, groups);
      case 'title':
        this.#title = groups.test ?? null;
        return false;
      case 'near':
        this.#near = {
          places: [...this.#near.places, placeOf(groups.file ?? '', groups)],
          logLine: line.number,
        };
        return true;
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
        if (row.kind === 'message') this.#waiting = row.messageFollows === true;
        return this.#traces.read(owned, groups, { line, file: this.#file });
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
    const near = line.number - this.#near.logLine <= CLOSE_REACH ? this.#near.places : [];
    this.#near = NOWHERE;
    for (const files of named) {
      this.#release({
        tool: parser.tool,
        category: row.category ?? parser.category,
        severity: row.severity ?? severityOf(groups.severity),
        message: (groups.message ?? line.text.trim()).slice(0, MAX_MESSAGE),
        code: groups.code ?? row.code ?? null,
        test: groups.test ?? this.#context.test?.name ?? null,
        places: [...files.map((file) => placeOf(file, groups)), ...near],
        folder: this.#context.folder,
        summary: row.summary === true,
        step: line.step,
        logLine,
        logEndLine: line.number,
      });
    }
    return true;
  }

  #addDetail({ parser, row }: OwnedRow, groups: Groups): boolean {
    const held = this.#held;
    if (held === null) return false;
    if (groups.message !== undefined && held.tool !== parser.tool) return false;
    this.#held = {
      ...held,
      message: [held.message.trim(), groups.message?.trim()].filter(Boolean).join(' ').slice(0, MAX_MESSAGE),
      tool: parser.tool,
      category: row.category ?? parser.category,
      code: groups.code ?? held.code,
    };
    return true;
  }

  /** Emits what was held back, and holds back the next. */
  #release(next: RawDiagnostic | null): void {
    if (this.#held !== null) this.#emit(this.#held);
    this.#held = next;
  }

  #startTest(owned: OwnedRow, groups: Groups, line: LogLine): void {
    const { parser, row } = owned;
    const again = row.listed === true && this.#context.test?.tool === parser.tool;
    const name = groups.test?.trim() ?? this.#title;
    if (row.listed === true && name !== null) this.#listed.add(name, owned);
    const trace = this.#beginTest(owned, again ? null : name, line);
    this.#file = groups.file ?? null;
    if (row.nameIsMessage === true) trace.title = name;
    if (groups.message !== undefined) this.#traces.setMessage(groups.message, groups.code ?? null);
    if (groups.file !== undefined) trace.addHint(placeOf(groups.file, groups));
    if (row.nameFollows === true) this.#naming.start(line.text);
    this.#waiting = row.messageFollows === true || this.#naming.goesOn;
  }

  #beginTest({ parser }: OwnedRow, name: string | null, line: LogLine): Trace {
    this.#traces.flush();
    this.#title = null;
    this.#file = null;
    this.#context.test = { name, tool: parser.tool };
    return this.#traces.start(parser, line);
  }

  /** Returns false when the line is no part of the name. */
  #addName(text: string): boolean {
    const test = this.#naming.extend(this.#context.test, text);
    this.#waiting = this.#naming.goesOn;
    if (test === null) return false;
    this.#context.test = test;
    this.#traces.renameTest(test);
    return true;
  }
}
