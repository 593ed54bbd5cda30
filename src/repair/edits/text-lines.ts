/** A line of a file with its own line end; `origin` is its 0-based place in the untouched file, null for a new line. */
export interface TextLine {
  readonly text: string;
  readonly end: '' | '\n' | '\r\n';
  readonly origin: number | null;
}

const BYTE_ORDER_MARK = '\ufeff';

export interface LinedText {
  readonly mark: '' | typeof BYTE_ORDER_MARK;
  /** No empty line stands behind a last line end. */
  readonly lines: readonly TextLine[];
}

export function toLines(text: string): LinedText {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  return { mark, lines: splitLines(text.slice(mark.length)) };
}

/** The lines of a text, or of a part of it that begins where a line does. */
export function splitLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const [whole] of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (whole === '') continue;
    const end = whole.endsWith('\r\n') ? '\r\n' : whole.endsWith('\n') ? '\n' : '';
    lines.push({ text: whole.slice(0, whole.length - end.length), end, origin: lines.length });
  }
  return lines;
}

/** The text of lines; what is last in the file ends as `endsLine` says, and every other line has a line end. */
export function toText({ mark, lines }: LinedText, endsLine: boolean): string {
  const last = lines.length - 1;
  const fallback = lines.find(({ end }) => end !== '')?.end ?? '\n';
  const parts = lines.map(({ text, end }, index) =>
    index === last && !endsLine ? text : `${text}${end === '' ? fallback : end}`,
  );
  return mark + parts.join('');
}

/** Lines as a model writes them: without their ends, and without an empty one behind the last end. */
export function writtenLines(text: string): readonly string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}
