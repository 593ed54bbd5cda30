/** A fenced block of Markdown (spec.commonmark.org, 4.5); line numbers are 0-based. */
export interface Fence {
  readonly open: number;
  /** The line of the closing fence; null when the text ends before it. */
  readonly close: number | null;
  /** What stands behind the opening marks. */
  readonly info: string;
  /** The block's lines, without the indentation of the opening fence. */
  readonly lines: readonly string[];
  readonly marks: string;
}

const OPEN = /^(?<indent>[ \t]*)(?<marks>`{3,}(?=[^`]*$)|~{3,})(?<info>.*)$/;

/**
 * The fenced blocks of a text; a closing fence is indented as the opening one, so that a diff can quote one. `isTaken` marks lines that belong to
 * an edit already and open or close nothing.
 */
export function findFences(lines: readonly string[], isTaken: (line: number) => boolean): readonly Fence[] {
  const fences: Fence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const opening = isTaken(at) ? undefined : OPEN.exec(lines[at] ?? '')?.groups;
    if (opening === undefined) continue;
    const { indent = '', marks = '', info = '' } = opening;
    const closing = new RegExp(`^${indent}${marks[0]}{${marks.length},}[ \\t]*$`);
    let end = at + 1;
    while (end < lines.length && (isTaken(end) || !closing.test(lines[end] ?? ''))) end += 1;
    const close = end < lines.length ? end : null;
    fences.push({
      open: at,
      close,
      info: info.trim(),
      lines: lines.slice(at + 1, close ?? lines.length).map((line) => withoutIndent(line, indent)),
      marks,
    });
    at = close ?? lines.length;
  }
  return fences;
}

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
}
