import type { Look, LookResult } from '../../domain/look.js';
import { isSecretFile } from '../secret-file.js';
import type { BrowsableFiles } from '../strategy.js';
import { definitionsIn } from './choose-windows.js';
import { estimateTokens } from './estimate-tokens.js';
import { fitWindows } from './fit-windows.js';
import { definitionsOf } from './likely-places.js';
import type { Window } from './numbered-lines.js';
import { plainLine } from './plain-text.js';

/** For one look, in estimated tokens. */
const ROOM = 1500;
/** Of a range or a definition. */
const MAX_LINES = 200;
/** Around a definition where no grammar bounds it. */
const LINES_BELOW = 30;
const MAX_FILES_READ = 40;
/** So many share the room, before later ones are left out. */
const FILES_PER_LOOK = 5;
const ROOM_FOR_PATH = 30;

function describe(look: Look): string {
  switch (look.kind) {
    case 'range':
      return `lines ${look.first} to ${look.last} of ${plainLine(look.path, 300)}`;
    case 'definition':
      return `definition of ${plainLine(look.name, 200)}`;
    case 'references':
      return `references to ${plainLine(look.name, 200)}`;
    case 'search':
      return `search for ${JSON.stringify(plainLine(look.text, 200))}`;
  }
}

/** Only what git tracks can be seen: no link out of the tree, nothing of the machine, no file that may hold a secret. */
async function readRange(look: Extract<Look, { kind: 'range' }>, files: BrowsableFiles): Promise<string> {
  if (!files.paths.includes(look.path)) return 'not a file of this repository';
  if (isSecretFile(look.path)) return 'not shown: it may hold a secret';
  const text = await files.read(look.path);
  if (text === null) return 'not text';
  const lineCount = text.replace(/\r?\n$/, '').split('\n').length;
  if (look.first > lineCount) return `the file has only ${lineCount} lines`;
  return fitWindows(text, lineByLine(look), ROOM) || 'no such lines';
}

/** So that of a long window as many lines are shown as there is room for. */
function lineByLine({ first, last }: Window): readonly Window[] {
  const count = Math.max(0, Math.min(last - first + 1, MAX_LINES));
  return Array.from({ length: count }, (_, more) => ({ first: first + more, last: first + more }));
}

type FindWindows = (path: string, text: string) => Promise<readonly Window[]>;

/** Each file that holds `word`, by its path and the windows that `find` chooses in it. */
async function readFiles(word: string, files: BrowsableFiles, find: FindWindows): Promise<string> {
  const tracked = new Set(files.paths);
  const holding = (await files.holding(word)).filter((path) => tracked.has(path) && !isSecretFile(path));
  const found: string[] = [];
  const room = ROOM / Math.min(Math.max(holding.length, 1), FILES_PER_LOOK) - ROOM_FOR_PATH;
  let left = holding.length;
  for (const path of holding.slice(0, MAX_FILES_READ)) {
    if (estimateTokens(found.join('\n')) >= ROOM) break;
    left -= 1;
    const text = await files.read(path);
    const windows = text === null ? [] : await find(path, text);
    if (text !== null && windows.length > 0)
      found.push(`file: ${plainLine(path, 300)}\n${fitWindows(text, windows, room)}`);
  }
  const more = left > 0 ? [`(${left} more files may hold it)`] : [];
  return found.length === 0 ? 'nothing found' : [...found, ...more].join('\n\n');
}

function linesWith(text: string, matches: (line: string) => boolean): readonly Window[] {
  return text
    .split('\n')
    .flatMap((line, index) => (matches(line) ? [{ first: index + 1, last: index + 1 }] : []));
}

async function definitions(name: string, files: BrowsableFiles): Promise<string> {
  const wanted = new Set([name]);
  return readFiles(name, files, async (path, text) => {
    const outline = await files.outline(path);
    if (outline !== null) {
      return definitionsIn(outline, wanted).flatMap(lineByLine);
    }
    return definitionsOf(text, wanted).flatMap((line) =>
      lineByLine({ first: line, last: line + LINES_BELOW }),
    );
  });
}

async function take(look: Look, files: BrowsableFiles): Promise<string> {
  switch (look.kind) {
    case 'range':
      return readRange(look, files);
    case 'definition':
      return definitions(look.name, files);
    case 'references': {
      const escaped = look.name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const word = new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`);
      return readFiles(look.name, files, async (_, text) => linesWith(text, (line) => word.test(line)));
    }
    case 'search': {
      const [line = ''] = look.text.split('\n');
      return readFiles(line, files, async (_, text) => linesWith(text, (each) => each.includes(line)));
    }
  }
}

/** What the looks find in the tracked files of a revision. Reads only, so it can be done again after a crash. */
export async function takeLooks(
  looks: readonly Look[],
  files: BrowsableFiles,
): Promise<readonly LookResult[]> {
  const results: LookResult[] = [];
  for (const look of looks) results.push({ look: describe(look), text: await take(look, files) });
  return results;
}
