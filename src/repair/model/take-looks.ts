import type { Look, LookResult } from '../../domain/look.js';
import { isSecretFile } from '../secret-file.js';
import type { BrowsableFiles } from '../strategy.js';
import { definitionsIn } from './choose-windows.js';
import { fitWindows } from './fit-windows.js';
import { definitionsOf } from './likely-places.js';
import type { Window } from './numbered-lines.js';
import { plainLine } from './plain-text.js';
import { withinTokens } from './within-tokens.js';

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
  const first = look.first;
  const last = Math.min(look.last, first + MAX_LINES - 1);
  // Line by line, so that as many as there is room for are shown.
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, more) => first + more);
  return (
    fitWindows(
      text,
      lines.map((line) => ({ first: line, last: line })),
      ROOM,
    ) || 'no such lines'
  );
}

type FindWindows = (path: string, text: string) => Promise<readonly Window[]>;

/** Each file that holds `word`, by its path and the windows that `find` chooses in it. */
async function readFiles(word: string, files: BrowsableFiles, find: FindWindows): Promise<string> {
  const tracked = new Set(files.paths);
  const holding = (await files.holding(word)).filter((path) => tracked.has(path) && !isSecretFile(path));
  const found: string[] = [];
  const room = ROOM / Math.min(Math.max(holding.length, 1), FILES_PER_LOOK) - ROOM_FOR_PATH;
  for (const path of holding.slice(0, MAX_FILES_READ)) {
    const text = await files.read(path);
    const windows = text === null ? [] : await find(path, text);
    if (text !== null && windows.length > 0)
      found.push(`file: ${plainLine(path, 300)}\n${fitWindows(text, windows, room)}`);
  }
  const left = Math.max(0, holding.length - MAX_FILES_READ);
  const more = left > 0 ? [`(${left} more files hold it)`] : [];
  return found.length === 0 ? 'nothing found' : withinTokens([...found, ...more], ROOM, '\n\n');
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
      return definitionsIn(outline, wanted).map(({ first, last }) => ({
        first,
        last: Math.min(last, first + MAX_LINES - 1),
      }));
    }
    return definitionsOf(text, wanted).map((line) => ({ first: line, last: line + LINES_BELOW }));
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
