import { type NeedleOwner, START } from './needle.js';
import type { LogLine, Reader, ReadingContext } from './parser.js';

interface FolderForm extends NeedleOwner {
  /** The group `folder`, or for what is entered and left `entered` and `left`. */
  readonly pattern: RegExp;
}

/** Lines by which a tool says where it goes on to work. */
const FORMS: readonly FolderForm[] = [
  {
    needles: ['Entering directory '],
    pattern: /^\S*make(?:\[\d+\])?: Entering directory ['`](?<entered>[^']+)'/,
  },
  {
    needles: ['Leaving directory '],
    pattern: /^\S*make(?:\[\d+\])?: Leaving directory ['`](?<left>[^']+)'/,
  },
  {
    needles: ['Compiling ', 'Checking '],
    pattern: /^\s+(?:Compiling|Checking) \S+ v\S+ \((?<folder>[^()]+)\)$/,
  },
  { needles: ['rootdir: '], pattern: /^rootdir: (?<folder>[^\s,]+)/ },
  // npm says the package's name and version, pnpm its folder too.
  { needles: [`${START}> `], pattern: /^> (?:@?[\w./-]+@\d\S* [\w:-]+ )(?<folder>(?:\/|[A-Za-z]:\\)\S+)$/ },
  { needles: [`${START}> `], pattern: /^> (?<folder>@?[\w./-]+)@\d\S* [\w:-]+$/ },
  { needles: ['> nx run '], pattern: /^> nx run (?<folder>@?[\w./-]+):/ },
  // jest names the test file from where it was started, and the places in it from its own root.
  { needles: ['FAIL '], pattern: /^\s*FAIL +(?:\S+ +)?(?<folder>\S+)\/[^/\s]+\.[cm]?[jt]sx?$/ },
  { needles: ['+ cd '], pattern: /^\++ cd (?<folder>[\w./@-]+)$/ },
];

/** No build nests deeper. */
const MAX_DEPTH = 100;

/** Reads where tools work, and leaves every line to the other readers. */
export class WorkingFolderReader implements Reader {
  readonly owners = FORMS;
  readonly watching = false;
  readonly #context: ReadingContext;
  /** Folders that were entered and not left, the innermost last. */
  #entered: readonly string[] = [];

  constructor(context: ReadingContext) {
    this.#context = context;
  }

  isDue(): boolean {
    return true;
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    for (const hit of hits) {
      const match = FORMS[hit]?.pattern.exec(line.text);
      if (match === null || match === undefined) continue;
      const { folder, entered, left } = match.groups ?? {};
      if (entered !== undefined) this.#entered = [...this.#entered.slice(0, MAX_DEPTH), entered];
      if (left !== undefined) this.#entered = this.#entered.toSpliced(this.#entered.lastIndexOf(left), 1);
      this.#context.folder = folder ?? this.#entered.at(-1) ?? null;
      break;
    }
    return false;
  }

  finish(): void {
    this.#entered = [];
  }
}
