import type { RunnerLine } from './clean-lines.js';
import { decodeMachineLine } from './decode-machine-line.js';

interface WrapperForm {
  /** Groups `stream` (what is the same on every line of a task), `folder` where it tells one, and `text`. */
  readonly pattern: RegExp;
  /** No tool begins a line so: one line is enough. Other forms need to come twice. */
  readonly certain?: true;
}

/** How runners mark the lines of what they run. */
const FORMS: readonly WrapperForm[] = [
  // docker build (BuildKit, plain progress): step and seconds.
  { pattern: /^(?<stream>#\d+) \d+\.\d+ (?<text>.*)$/, certain: true },
  // act: workflow and job.
  { pattern: /^\[(?<stream>[^\]/]{1,80}\/[^\]]{1,80})\] {3}\| (?<text>.*)$/, certain: true },
  // docker compose and foreman: service and number.
  { pattern: /^(?<stream>[\w.-]+[-_.]\d+) +\| ?(?<text>.*)$/ },
  // yarn workspaces foreach.
  { pattern: /^(?:➤ YN0000: )?\[(?<stream>(?<folder>@?[\w./-]+))\]: (?<text>.*)$/ },
  // turbo and nx: package and task.
  {
    pattern: /^(?<stream>(?<folder>@?[\w.-]+(?:\/[\w.-]+)?):[A-Za-z][\w-]*(?::[\w-]+)*): ?(?<text>.*)$/,
  },
  // lerna: a scoped package.
  { pattern: /^(?<stream>(?<folder>@[\w.-]+\/[\w.-]+)): (?<text>.*)$/ },
  // pnpm -r: folder and script; the command itself behind a dollar sign.
  { pattern: /^(?<stream>(?<folder>[\w@.-]+(?:\/[\w@.-]+)+) [a-z][\w:-]*)(?:: |\$ )(?<text>.*)$/ },
  // concurrently: the number of the command; npm-run-all: the script, padded.
  {
    pattern:
      /^\[(?<stream>\d{1,3}|(?!error|warn|info|debug|trace|fatal|notice)[a-z][\w:.-]*) *\] (?<text>.*)$/,
  },
  // tox: the environment.
  { pattern: /^(?<stream>(?:py|pypy)\d[\w.-]*): (?<text>.*)$/ },
];

/** No form fits a line that this does not. */
const GATE = /^(?:#\d|\[|➤|\S+: |\S+ +\||(?=\S*\/)\S+ [a-z][\w:-]*[:$])/;
/** So many lines are held back to see whether a mark comes again. */
const LOOK_AHEAD = 30;
const MAX_STREAMS = 64;

interface Marked {
  readonly line: RunnerLine;
  readonly unwrapped: RunnerLine | null;
  readonly certain: boolean;
}

/** The lines with wrappers' marks taken off, and with machine-readable ones turned into what they would be as text. */
export function* unwrapLines(lines: Iterable<RunnerLine>): Generator<RunnerLine> {
  const unwrapper = new LineUnwrapper();
  for (const line of lines) yield* unwrapper.push(line);
  yield* unwrapper.rest();
}

export class LineUnwrapper {
  readonly #seen = new Map<string, number>();
  /** A line whose mark has not come again, and what follows it. */
  readonly #held: Marked[] = [];

  /** True while a line that was pushed is not out. */
  get holds(): boolean {
    return this.#held.length > 0;
  }

  /** Returns the lines that are decided now. */
  push(line: RunnerLine): readonly RunnerLine[] {
    const marked = markOf(line);
    const stream = marked.unwrapped?.stream ?? null;
    if (stream !== null && (this.#seen.has(stream) || this.#seen.size < MAX_STREAMS))
      this.#seen.set(stream, (this.#seen.get(stream) ?? 0) + 1);
    this.#held.push(marked);
    const due: RunnerLine[] = [];
    for (let first = this.#held[0]; first !== undefined; first = this.#held[0]) {
      if (this.#held.length <= LOOK_AHEAD && !this.#isDecided(first)) break;
      due.push(...this.#finished(first));
      this.#held.shift();
    }
    return due;
  }

  rest(): readonly RunnerLine[] {
    return this.#held.splice(0).flatMap((marked) => this.#finished(marked));
  }

  #isDecided({ unwrapped, certain }: Marked): boolean {
    if (unwrapped === null || certain) return true;
    const times = this.#seen.get(unwrapped.stream ?? '');
    return times === undefined || times > 1;
  }

  #finished({ line, unwrapped, certain }: Marked): RunnerLine[] {
    const times = this.#seen.get(unwrapped?.stream ?? '') ?? 0;
    const plain = unwrapped !== null && times > (certain ? 0 : 1) ? unwrapped : line;
    const decoded = decodeMachineLine(plain.text);
    if (decoded === null) return [plain];
    const stream = decoded.stream ?? plain.stream;
    return decoded.texts.map((text) => ({ ...plain, text, stream, folder: decoded.stream ?? plain.folder }));
  }
}

function markOf(line: RunnerLine): Marked {
  if (!GATE.test(line.text)) return { line, unwrapped: null, certain: false };
  for (const { pattern, certain } of FORMS) {
    const groups = pattern.exec(line.text)?.groups;
    if (groups === undefined) continue;
    const unwrapped = {
      ...line,
      text: groups.text ?? '',
      stream: groups.stream ?? null,
      folder: groups.folder ?? null,
    };
    return { line, unwrapped, certain: certain === true };
  }
  return { line, unwrapped: null, certain: false };
}
