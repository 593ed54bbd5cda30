import type { Look, LookResult } from '../../domain/look.js';
import { isSecretFile } from '../secret-file.js';
import type { RevisionFiles } from '../strategy.js';
import { definitionsOf } from './likely-places.js';
import { numberedLines, windowsAround } from './numbered-lines.js';
import { plainLine } from './plain-text.js';
import { withinTokens } from './within-tokens.js';

/** For one look, in estimated tokens. */
const ROOM = 1500;
/** Of a range, or around a definition. */
const MAX_LINES = 200;
const LINES_BELOW_DEFINITION = 30;
const MAX_HITS = 40;
/** A search stops here; files of a repository are read one by one. */
const MAX_FILES_READ = 3000;

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
async function readRange(look: Extract<Look, { kind: 'range' }>, files: RevisionFiles): Promise<string> {
  if (!files.paths.includes(look.path)) return 'not a file of this repository';
  if (isSecretFile(look.path)) return 'not shown: it may hold a secret';
  const text = await files.read(look.path);
  if (text === null) return 'not text';
  const lines = text.replace(/\r?\n$/, '').split('\n').length;
  if (look.first > lines) return `the file has only ${lines} lines`;
  const last = Math.min(look.last, lines, look.first + MAX_LINES - 1);
  return last < look.first ? 'no such lines' : numberedLines(text, [{ first: look.first, last }]);
}

/** `path`, then the lines around the hits of each file in which `hitsIn` finds some. */
async function readHits(
  files: RevisionFiles,
  hitsIn: (text: string, path: string) => readonly number[],
  below: number,
): Promise<string> {
  const found: string[] = [];
  let hits = 0;
  for (const path of files.paths.slice(0, MAX_FILES_READ)) {
    if (isSecretFile(path)) continue;
    const text = await files.read(path);
    const lines = text === null ? [] : hitsIn(text, path).slice(0, MAX_HITS - hits);
    if (text === null || lines.length === 0) continue;
    hits += lines.length;
    const count = text.split('\n').length;
    const windows = windowsAround(
      lines.flatMap((line) => Array.from({ length: below + 1 }, (_, more) => line + more)),
      0,
      count,
    );
    found.push(`file: ${plainLine(path, 300)}\n${numberedLines(text, windows)}`);
    if (hits >= MAX_HITS) break;
  }
  return found.length === 0 ? 'nothing found' : withinTokens(found, ROOM, '\n\n');
}

function linesWith(text: string, pattern: (line: string) => boolean): readonly number[] {
  return text.split('\n').flatMap((line, index) => (pattern(line) ? [index + 1] : []));
}

function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`);
}

async function take(look: Look, files: RevisionFiles): Promise<string> {
  switch (look.kind) {
    case 'range':
      return readRange(look, files);
    case 'definition':
      return readHits(files, (text) => definitionsOf(text, new Set([look.name])), LINES_BELOW_DEFINITION);
    case 'references': {
      const word = wordPattern(look.name);
      return readHits(files, (text) => linesWith(text, (line) => word.test(line)), 0);
    }
    case 'search':
      return readHits(files, (text) => linesWith(text, (line) => line.includes(look.text)), 0);
  }
}

/** What the looks find in the tracked files of a revision. Reads only, so it can be done again after a crash. */
export async function takeLooks(
  looks: readonly Look[],
  files: RevisionFiles,
): Promise<readonly LookResult[]> {
  const results: LookResult[] = [];
  for (const look of looks) {
    const text = withinTokens((await take(look, files)).split('\n'), ROOM);
    results.push({ look: describe(look), text });
  }
  return results;
}
