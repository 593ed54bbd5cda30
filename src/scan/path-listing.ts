import type { RunnerLine } from './clean-lines.js';
import type { RawDiagnostic } from './parser.js';
import { placeOf } from './read-groups.js';

/** The command itself, and what its runner says when it fails. */
const FRAME =
  /^\s*$|^[>$+] |^npm (?:error|ERR!|notice)|^\S*make(?:\[\d+\])?: |^error Command failed|ELIFECYCLE|^exit status \d|^Error: Process completed/;
const PATH = /^[^\s:*?"'<>|=,;()[\]{}]+\.[A-Za-z]\w*$/;
const MAX_FILES = 500;

/**
 * The output of a formatter that lists the files it would change, and says nothing else (`gofmt -l`,
 * `prettier --list-different`, `terraform fmt -check`, `shfmt -l`).
 */
export class PathListing {
  /** Null once anything else was said. */
  #lines: RunnerLine[] | null = [];

  /** False until the next step when anything else was said. */
  get isOpen(): boolean {
    return this.#lines !== null;
  }

  read(line: RunnerLine, isClaimed: boolean): void {
    if (this.#lines === null || line.mark === 'error' || FRAME.test(line.text)) return;
    if (isClaimed || !PATH.test(line.text)) this.#lines = null;
    else if (this.#lines.length < MAX_FILES) this.#lines.push(line);
  }

  /** One for each file; begins a new listing. */
  take(): readonly RawDiagnostic[] {
    const lines = this.#lines ?? [];
    this.#lines = [];
    return lines.map(({ text, step, folder, number }) => ({
      tool: 'formatter',
      category: 'format',
      severity: 'error',
      message: text,
      code: null,
      test: null,
      places: [placeOf(text, {})],
      folder,
      summary: false,
      step,
      logLine: number,
      logEndLine: number,
    }));
  }
}
