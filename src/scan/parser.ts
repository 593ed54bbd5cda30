import type { Severity } from '../domain/diagnostic.js';
import type { FailureClass } from '../domain/failure-class.js';
import type { NeedleOwner } from './needle.js';

/** A line of the log without the runner's time stamp, colours and marks. */
export interface LogLine {
  /** 1-based number in the log as given. */
  readonly number: number;
  readonly text: string;
  /** Counts the steps of the job; 0 where the log has no marks of a runner. */
  readonly step: number;
}

/** A place as the tool wrote it; `symbol` is the function of a stack frame. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly symbol: string | null;
}

/** A diagnostic before its path is known to be one of the repository's. */
export interface RawDiagnostic {
  readonly tool: string;
  readonly category: FailureClass;
  readonly severity: Severity;
  readonly message: string;
  readonly code: string | null;
  readonly test: string | null;
  /** The suspect first, then what to fall back on when that is no file of the repository. */
  readonly places: readonly Place[];
  /** Where the tool worked (`RepositoryPaths.resolve`); null when the log does not say. */
  readonly folder: string | null;
  /** A summary line: counts only where nothing better speaks of the same file. */
  readonly summary: boolean;
  readonly step: number;
  readonly logLine: number;
  readonly logEndLine: number;
}

/**
 * What a matching line does:
 * - `finding`: is a whole diagnostic; without a `file` group it speaks of the last line that was only a path
 * - `file`: names the file of the findings that follow
 * - `open`, `close`: the two halves of a diagnostic on two lines
 * - `detail`: adds what it knows (a code, another tool; to one of its own tool also the rest of the message) to the
 *   finding just above
 * - `test`: names the failing test and starts a new failure
 * - `message`: the error whose stack frames follow (or, in a block, precede); with a symbol, the innermost frame too,
 *   with only a file the place of a source line that is quoted
 * - `value`: one of the values that an assertion compared (`actual: 1`)
 * - `frame`: one stack frame; `hint`: a place to fall back on when no frame is the repository's
 * - `near`: a place to fall back on when the next finding's own is in no file of the repository
 * - `title`: may be the name of the test that a `test` row without a name fails just below
 * - `scope`: the function (group symbol) that the next frame is in
 * - `excerpt`: the place of the source line that is quoted above an error
 * - `cause`: the error so far was the cause of the next; `caused-by`: the next error is the cause of this one
 * - `end`: nothing before this line belongs to what follows
 * - `mute`: what follows, to the next `end`, is no failure (reruns, output of passing tests)
 * - `skip`: looks like one of the rows below, and is none
 */
export type RowKind =
  | 'finding'
  | 'file'
  | 'open'
  | 'close'
  | 'detail'
  | 'test'
  | 'message'
  | 'value'
  | 'frame'
  | 'hint'
  | 'excerpt'
  | 'near'
  | 'title'
  | 'scope'
  | 'cause'
  | 'caused-by'
  | 'end'
  | 'mute'
  | 'skip';

/**
 * One line form of a tool. `pattern` may have the groups file, line, column, message, code, severity, test and symbol.
 * It is only tried on lines that have one of `needles` (case matters), and is anchored and linear.
 */
export interface Row extends NeedleOwner {
  readonly kind: RowKind;
  readonly pattern: RegExp;
  readonly severity?: Severity;
  readonly category?: FailureClass;
  readonly code?: string;
  /** The files where the tool's behaviour leaves no choice and the line names none; each is a finding. */
  readonly files?: readonly string[];
  /** Builds the path, or what it may be, from the groups and from the file that a `file` row named before. */
  readonly pathsOf?: (groups: Groups, named: string | null) => readonly string[];
  /** Only inside a failing test of the same tool family. */
  readonly inTest?: true;
  /** The message is on the next line that is not blank. */
  readonly messageFollows?: true;
  /** The test's name goes on below, deeper indented, to the line that ends with a colon. */
  readonly nameFollows?: true;
  /** The name says what failed: it stands where no message follows. */
  readonly nameIsMessage?: true;
  /** All names come before the reports, which begin with them. */
  readonly listed?: true;
  /** Takes the place of a message that was found before. */
  readonly overrides?: true;
  /** An opening row: tools of other families begin so, too. */
  readonly shared?: true;
  /** An opening row that may be closed more than once. */
  readonly manyCloses?: true;
  readonly summary?: true;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** A tool: its name, the class of failure that its findings mean, and its line forms in order of precedence. */
export interface Parser {
  readonly tool: string;
  readonly category: FailureClass;
  readonly rows: readonly Row[];
}

export interface OwnedRow {
  readonly parser: Parser;
  readonly row: Row;
}

/** A message that says only that its values follow: how it looks, the lines below it (group `part`), what ends them. */
export interface AnnouncingForm {
  readonly message: RegExp;
  readonly part: RegExp;
  readonly end: RegExp;
}

/** Tools that share tests and stack traces (jest, mocha and node print the same frames). */
export interface Family {
  readonly parsers: readonly Parser[];
  /** Which end of a stack trace is nearest to the error. */
  readonly innermost: 'first' | 'last';
  /** Lines without a frame that end a stack trace. */
  readonly traceGap: number;
  readonly announcing?: AnnouncingForm;
}

export interface TestName {
  readonly name: string | null;
  readonly tool: string;
}

/** What all readers know of the lines before. */
export interface ReadingContext {
  test: TestName | null;
  /** The last line that was nothing but a path. */
  heading: string | null;
  /** Where the tools work, as far as the log says (`RepositoryPaths.resolve`). */
  folder: string | null;
  /** True while a tool prints what is no failure. */
  muted: boolean;
}

/** Turns lines of some tools into diagnostics; holds no more than one failure at a time. */
export interface Reader {
  /** What it reads, in the order of `read`'s `hits`. */
  readonly owners: readonly NeedleOwner[];
  /** True while every line is wanted, whatever it contains. */
  readonly watching: boolean;
  /** False while this owner would leave every line alone, also the one of this number. */
  isDue(hit: number, lineNumber: number): boolean;
  /** `hits` are indexes into `owners`, ascending. Returns true when the line is spoken for. */
  read(line: LogLine, hits: readonly number[]): boolean;
  /** The step or the log is over. */
  finish(): void;
}
