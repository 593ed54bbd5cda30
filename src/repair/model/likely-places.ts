const WORD = /[A-Za-z_$][\w$]{2,}/g;
/** Words that introduce a name in the common languages. */
const DEFINES =
  /\b(?:class|const|def|enum|export|fn|fun|func|function|impl|interface|let|module|public|static|struct|sub|trait|type|val|var)\b/;
/** Definitions that are worth showing of one file. */
export const MAX_PLACES = 6;

/** What could be a name in a text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** 1-based lines of a file that seem to define one of the names, where no grammar can tell. */
export function definitionsOf(text: string, names: ReadonlySet<string>): readonly number[] {
  const places: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (places.length === MAX_PLACES) break;
    if (DEFINES.test(line) && wordsOf(line).some((word) => names.has(word) && !DEFINES.test(word))) {
      places.push(index + 1);
    }
  }
  return places;
}
