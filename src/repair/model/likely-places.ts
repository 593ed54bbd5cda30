import type { Finding } from '../../domain/scan.js';

const WORD = /[A-Za-z_$][\w$]{2,}/g;
/** Words that introduce a name in the common languages. */
const DEFINES =
  /\b(?:class|const|def|enum|export|fn|fun|func|function|impl|interface|let|module|public|static|struct|sub|trait|type|val|var)\b/;
const LINES_AROUND = 2;
const MAX_PLACES = 6;

/** Names that findings in a file speak of: in their messages, and in the lines that they point at. */
export function namesAt(text: string, findings: readonly Finding[]): ReadonlySet<string> {
  const lines = text.split('\n');
  const said = findings.flatMap(({ line, message, test }) => [
    message,
    test ?? '',
    ...(line === null ? [] : lines.slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND)),
  ]);
  return new Set(said.flatMap((each) => each.match(WORD) ?? []));
}

/** 1-based lines of a file that define one of the names. */
export function definitionsOf(text: string, names: ReadonlySet<string>): readonly number[] {
  const places: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (places.length === MAX_PLACES) break;
    if (
      DEFINES.test(line) &&
      (line.match(WORD) ?? []).some((word) => names.has(word) && !DEFINES.test(word))
    ) {
      places.push(index + 1);
    }
  }
  return places;
}
