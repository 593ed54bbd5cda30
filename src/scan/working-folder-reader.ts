import type { LogLine, Reader, ReadingContext } from './parser.js';

interface FolderForm {
  readonly needles: readonly string[];
  /** The group `folder`; without it, the folder is left. */
  readonly pattern: RegExp;
}

/** Lines by which a tool says where it goes on to work. */
const FORMS: readonly FolderForm[] = [
  {
    needles: ['Entering directory '],
    pattern: /^\S*make(?:\[\d+\])?: Entering directory ['`](?<folder>[^']+)'/,
  },
  { needles: ['Leaving directory '], pattern: /^\S*make(?:\[\d+\])?: Leaving directory / },
  {
    needles: ['Compiling ', 'Checking '],
    pattern: /^\s+(?:Compiling|Checking) \S+ v\S+ \((?<folder>[^()]+)\)$/,
  },
  { needles: ['rootdir: '], pattern: /^rootdir: (?<folder>[^\s,]+)/ },
  // npm says the package's name and version, pnpm its folder too.
  { needles: ['> '], pattern: /^> (?:@?[\w./-]+@\d\S* [\w:-]+ )(?<folder>(?:\/|[A-Za-z]:\\)\S+)$/ },
  { needles: ['> '], pattern: /^> (?<folder>@?[\w./-]+)@\d\S* [\w:-]+$/ },
  { needles: ['> nx run '], pattern: /^> nx run (?<folder>@?[\w./-]+):/ },
  // jest names the test file from where it was started, and the places in it from its own root.
  { needles: ['FAIL '], pattern: /^\s*FAIL +(?:\S+ +)?(?<folder>\S+)\/[^/\s]+\.[cm]?[jt]sx?$/ },
  { needles: ['+ cd '], pattern: /^\++ cd (?<folder>[\w./@-]+)$/ },
];

/** Reads where tools work, and leaves every line to the other readers. */
export class WorkingFolderReader implements Reader {
  readonly needles = FORMS.map(({ needles }) => needles);
  readonly watching = false;
  readonly #context: ReadingContext;

  constructor(context: ReadingContext) {
    this.#context = context;
  }

  mayTake({ text }: LogLine, hit: number): boolean {
    return FORMS[hit]?.pattern.test(text) === true;
  }

  read(line: LogLine, hits: readonly number[]): boolean {
    for (const hit of hits) {
      const match = FORMS[hit]?.pattern.exec(line.text);
      if (match === null || match === undefined) continue;
      this.#context.folder = match.groups?.folder ?? null;
      break;
    }
    return false;
  }

  finish(): void {}
}
