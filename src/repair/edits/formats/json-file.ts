import type { Fence } from './fences.js';
import { readJsonEdits } from './json-edits.js';
import type { Named } from './whole-files.js';

const JSON_FILE =
  /(?:\.(?:json[5cl]?|[\w-]*json|webmanifest|ipynb|map|har|code-workspace)|(?:^|\/)\.\w+rc)$/i;
/** What says that text which is no JSON was meant for edits, and not for a file with comments. */
const QUOTES_OLD_TEXT = /"(?:old\w*|search|find|edits|changes)"\s*:/;

/**
 * What JSON is under the name of a JSON file: the file, or edits. A path alone above it is a heading, which says that it
 * is the file, unless what is in it are edits of that very file; a sentence says less. `either`: nothing decides. Null
 * for a block that is no JSON, or is named for another kind of file.
 */
export function readingOfJson(
  { info, lines }: Fence,
  { path, inSentence }: Named,
  paths: readonly string[],
): 'file' | 'edits' | 'either' | null {
  const text = lines.join('\n');
  if (!JSON_FILE.test(path) || !/^(?:json\w*\b.*)?$/i.test(info) || !/^\s*[[{]/.test(text)) return null;
  const edits = readJsonEdits({ lines, paths, endsLine: true });
  if (edits === null) return 'file';
  if (edits.kind === 'rejection') return isJson(text) || !QUOTES_OLD_TEXT.test(text) ? 'file' : 'edits';
  if (inSentence || edits.operations.every((each) => each.path === path)) return 'edits';
  return paths.includes(path) ? 'file' : 'either';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
