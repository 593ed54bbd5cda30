/** Lines above and below the one in question. */
const AROUND = 2;
const MAX_WIDTH = 120;

/** The source around a line, numbered, the line itself marked; nothing when the file has no such line. */
export function renderExcerpt(source: readonly string[], line: number): string[] {
  if (line > source.length) return [];
  const first = Math.max(1, line - AROUND);
  const last = Math.min(source.length, line + AROUND);
  return source.slice(first - 1, last).map((text, index) => {
    const number = first + index;
    const mark = number === line ? '>' : ' ';
    return `   ${mark} ${String(number).padStart(String(last).length)} | ${cut(text)}`.trimEnd();
  });
}

function cut(text: string): string {
  const flat = text.replaceAll('\t', '  ');
  return flat.length <= MAX_WIDTH ? flat : `${flat.slice(0, MAX_WIDTH - 1)}…`;
}
