import { LineIndex } from './find-lines.js';
import type { Place } from './find-text.js';
import { type Splice, splice } from './splice.js';
import { splitLines, type TextLine, toLines } from './text-lines.js';

/** The lines of a text behind its byte-order mark, which are those of `index`, and how each ends. */
interface Lines {
  readonly mark: string;
  readonly index: LineIndex;
  readonly ends: TextLine['end'][];
}

/**
 * The text of a file while edits are placed one after the other: an answer may hold thousands of them, so its lines are
 * read once, and again only where an edit changed them. What changes it says whether the text is another now.
 */
export class EditedText {
  /** Null while only the lines are up to date. */
  #text: string | null;
  #lines: Lines | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    this.#text ??= this.#join();
    return this.#text;
  }

  get index(): LineIndex {
    return this.#read().index;
  }

  /** Lines with their ends; both numbers are 0-based, the second exclusive. */
  linesOf(from: number, to: number): readonly TextLine[] {
    const { index, ends } = this.#read();
    return index.lines
      .slice(from, to)
      .map((text, at) => ({ text, end: ends[from + at] ?? '', origin: from + at }));
  }

  write(text: string): boolean {
    const isChanged = text !== this.text;
    if (isChanged) [this.#text, this.#lines] = [text, null];
    return isChanged;
  }

  writeLines(lines: Splice<TextLine>): boolean {
    const { start, count, fresh } = lines;
    const old = this.linesOf(start, start + count);
    if (old.length === fresh.length && old.every((line, at) => isEqual(line, fresh[at]))) return false;
    spliceLines(this.#read(), lines);
    // Put together when somebody asks for it, which is mostly after the last edit.
    this.#text = null;
    return true;
  }

  writeAt({ start, end }: Place, fresh: string): boolean {
    const { text } = this;
    const known = this.#lines;
    const after = text.slice(0, start) + fresh + text.slice(end);
    // The first line may get or lose its byte-order mark.
    if (known === null || known.ends.length === 0 || start <= known.mark.length) return this.write(after);
    if (text.slice(start, end) === fresh) return false;
    const first = lineAt(known, start);
    const last = lineAt(known, end);
    const lines = splitLines(text.slice(first.from, start) + fresh + text.slice(end, last.to));
    spliceLines(known, { start: first.line, count: last.line - first.line + 1, fresh: lines });
    this.#text = after;
    return true;
  }

  #read(): Lines {
    if (this.#lines !== null) return this.#lines;
    const { mark, lines } = toLines(this.text);
    const index = new LineIndex(lines.map(({ text }) => text));
    this.#lines = { mark, index, ends: lines.map(({ end }) => end) };
    return this.#lines;
  }

  #join(): string {
    const { mark, index, ends } = this.#read();
    return mark + index.lines.map((line, at) => line + (ends[at] ?? '')).join('');
  }
}

function spliceLines({ index, ends }: Lines, { start, count, fresh }: Splice<TextLine>): void {
  index.replace(
    start,
    count,
    fresh.map(({ text }) => text),
  );
  splice(ends, { start, count, fresh: fresh.map(({ end }) => end) });
}

function isEqual(line: TextLine, other: TextLine | undefined): boolean {
  return line.text === other?.text && line.end === other.end;
}

/** The line that holds an offset of the text, the last one for its end; from where to where it goes, its end included. */
function lineAt({ mark, index: { lines }, ends }: Lines, offset: number) {
  const lengthOf = (line: number): number => (lines[line]?.length ?? 0) + (ends[line]?.length ?? 0);
  let [line, from] = [0, mark.length];
  while (line < lines.length - 1 && from + lengthOf(line) <= offset) {
    from += lengthOf(line);
    line += 1;
  }
  return { line, from, to: from + lengthOf(line) };
}
