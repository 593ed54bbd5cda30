import { START } from './needle.js';
import type { Groups, LogLine, RawDiagnostic, Reader, ReadingContext } from './parser.js';
import { placeOf } from './read-groups.js';

/** Where a test goes on and where it ends; gotestsum names the package too (`go doc cmd/test2json`). */
const EVENT =
  /^\s*(?:=== (?:RUN|CONT|NAME) +(?<running>\S+)|(?:---|===) (?<verdict>FAIL|PASS|SKIP): (?:\S+ )?(?<ended>\S+) \()/;
const MESSAGE = /^\s+(?<file>[^\s:]+\.go):(?<line>\d+):(?: (?<message>.*))?$/;
/** testify's report below an empty message: the place of the assertion, then what was wrong. */
const REPORT = /^\s+(?:Error Trace:\s+(?<file>[^\s:]+\.go):(?<line>\d+)|Error:\s+(?<message>\S.*))$/;
const PACKAGE_END = /^(?:FAIL|ok {1,2})\s(?<name>\S+)/;
/** Words of a complaint: what a test only logs rarely has them. */
const COMPLAINT =
  /\b(?:got|want(?:ed)?|expect(?:ed)?|unexpected|mismatch|differ\w*|fail(?:ed|ure)?|error|invalid|should|must|not equal|missing)\b|[!=]=/i;
const MAX_TESTS = 2_000;
const MAX_MESSAGES = 50;

interface Message {
  readonly logLine: number;
  groups: Groups;
}

/**
 * Reads what Go's tests say. With `-v` a test's lines stand before its verdict, else below it. What a passing test or a
 * failing one only logs has the same form.
 */
export class GoTestReader implements Reader {
  readonly owners = [
    {
      needles: ['=== RUN', '=== CONT', '=== NAME', '--- FAIL: ', '=== FAIL: ', '--- PASS: ', '--- SKIP: '],
      pattern: EVENT,
    },
    { needles: ['.go:'], pattern: null },
    { needles: ['Error:'], pattern: null },
    { needles: [`${START}FAIL`, `${START}ok `], pattern: PACKAGE_END },
  ];
  readonly watching = false;
  readonly #context: ReadingContext;
  readonly #emit: (diagnostic: RawDiagnostic) => void;
  readonly #messages = new Map<string, Message[]>();
  readonly #failed = new Set<string>();
  #current: string | null = null;
  #step = 0;

  constructor(context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void) {
    this.#context = context;
    this.#emit = emit;
  }

  isDue(hit: number): boolean {
    return this.#current !== null || hit === 0;
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    this.#step = line.step;
    const event = hits.includes(0) ? EVENT.exec(line.text)?.groups : undefined;
    if (event !== undefined) return this.#event(event);
    if (this.#current === null) return false;
    if (hits.includes(2)) return this.#addReport(line);
    if (hits.includes(1)) return this.#addMessage(line);
    const name = PACKAGE_END.exec(line.text)?.groups?.name;
    if (name !== undefined) this.#release(name);
    return false;
  }

  finish(): void {
    this.#release(this.#context.folder);
  }

  /**
   * Returns false on a failure, that the trace of a panic below it gets the test's name; a test that only ends with its
   * failed part, as in `test2json`'s order, gives it none.
   */
  #event({ running, verdict, ended }: Groups): boolean {
    this.#current = running ?? ended ?? null;
    if (verdict === 'FAIL' && ended !== undefined) {
      this.#failed.add(ended);
      return this.#context.test?.name?.startsWith(`${ended}/`) === true;
    }
    if (verdict === undefined) return true;
    this.#messages.delete(ended ?? '');
    if (this.#context.test?.tool === 'go test') this.#context.test = null;
    return true;
  }

  #addMessage(line: LogLine): boolean {
    const groups = MESSAGE.exec(line.text)?.groups;
    if (groups === undefined) return false;
    const test = this.#current ?? '';
    const messages = this.#messages.get(test) ?? [];
    if (messages.length < MAX_MESSAGES && this.#messages.size < MAX_TESTS)
      this.#messages.set(test, [...messages, { logLine: line.number, groups }]);
    return true;
  }

  #addReport(line: LogLine): boolean {
    const { file, line: number, message } = REPORT.exec(line.text)?.groups ?? {};
    const last = this.#messages.get(this.#current ?? '')?.at(-1);
    if (last === undefined || (file === undefined && message === undefined)) return false;
    if (file !== undefined) last.groups = { ...last.groups, file, line: number };
    else if ((last.groups.message ?? '').trim() === '') last.groups = { ...last.groups, message };
    return true;
  }

  /** The package is over: a bare file name is one of its folder. */
  #release(packagePath: string | null): void {
    for (const [test, messages] of this.#messages) {
      if (!this.#failed.has(test)) continue;
      const complaints = messages.filter(({ groups }) => COMPLAINT.test(groups.message ?? ''));
      // A test that says nothing of the kind ended at its last message, unless it failed by a subtest.
      const hasFailedPart = [...this.#failed].some((other) => other.startsWith(`${test}/`));
      const errors = complaints.length > 0 || hasFailedPart ? complaints : messages.slice(-1);
      for (const message of messages)
        this.#emit(this.#diagnosticOf(message, { test, packagePath, isError: errors.includes(message) }));
    }
    this.#messages.clear();
    this.#failed.clear();
    this.#current = null;
  }

  #diagnosticOf(
    { groups, logLine }: Message,
    { test, packagePath, isError }: { test: string; packagePath: string | null; isError: boolean },
  ): RawDiagnostic {
    return {
      tool: 'go test',
      category: 'test',
      severity: isError ? 'error' : 'warning',
      message: (groups.message ?? '').slice(0, 500),
      code: null,
      test,
      places: [placeOf(groups.file ?? '', groups)],
      folder: packagePath,
      summary: false,
      step: this.#step,
      logLine,
      logEndLine: logLine,
    };
  }
}
