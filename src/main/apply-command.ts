import { createReadStream } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { findLink, openFolderFiles } from '../adapters/folder/folder-files.js';
import { writeChanges } from '../adapters/folder/write-changes.js';
import { decodeText } from '../adapters/git/read-blobs.js';
import { type ApplySettings, readApplySettings } from '../config/apply-settings.js';
import { UsageError } from '../config/usage-error.js';
import { inertJson, inertText } from '../domain/inert-text.js';
import type { FileChange } from '../domain/patch.js';
import { pathFault } from '../domain/path-fault.js';
import { type Rejection, type RejectionCode, rejection } from '../domain/rejection.js';
import { readEdits } from '../repair/edits/formats/read-edits.js';
import { noEdit } from '../repair/edits/no-edit.js';
import type { Operation } from '../repair/edits/operation.js';
import { placeEdits } from '../repair/edits/place-edits.js';
import { renderPatch } from '../repair/edits/render-patch.js';
import type { Host } from './host.js';
import { utf8Pieces } from './utf8-pieces.js';

const REJECTED = 2;
const MAX_BYTES = 4 * 1024 * 1024;

/** The classes of a refusal that `apply` prints, for the codes that have not their own name there. */
const CLASSES: Readonly<Partial<Record<RejectionCode, string>>> = {
  'empty-reply': 'no-edit',
  'unknown-field': 'malformed',
  submodule: 'out-of-scope',
  'mode-change': 'out-of-scope',
  'protected-path': 'out-of-scope',
  'too-large': 'out-of-scope',
};

/**
 * `smart-fix apply DIR [FILE|-]`: puts a model's edits into a folder, all or none. Exit code 0 when they are applied, 2
 * when they are refused: the last line then is JSON with the class of the refusal.
 */
export async function applyCommand(args: readonly string[], host: Host): Promise<number> {
  const settings = readApplySettings(args);
  const folder = resolve(host.currentFolder, settings.folder);
  await requireFolder(folder);
  const changes = await planChanges(await readInput(settings.file, host), folder, settings);
  if ('kind' in changes) return refuse(changes, settings, host);
  await writeChanges(folder, changes);
  const patch = renderPatch(changes);
  host.stdout.write(
    settings.json ? `${inertJson({ applied: changes.map(applied), patch })}\n` : inertText(patch),
  );
  return 0;
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError([`${folder} is no folder; name the one to edit`]);
}

async function readInput(file: string, { stdin, currentFolder }: Host): Promise<string | Rejection> {
  const input = file === '-' ? stdin : createReadStream(resolve(currentFolder, file));
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of utf8Pieces(input)) {
      length += piece.length;
      if (length > MAX_BYTES) return rejection('too-large', `The edits are longer than ${MAX_BYTES} bytes.`);
      pieces.push(piece);
    }
  } catch (error) {
    throw new UsageError([
      `cannot read the edits: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
  const text = decodeText(Buffer.concat(pieces));
  if (text === null) return rejection('malformed', 'The edits are no UTF-8 text.');
  return text.trim() === '' ? rejection('empty-reply', 'There are no edits: the text is empty.') : text;
}

/** What the edits do, or what speaks against them. Nothing is written yet. */
async function planChanges(
  text: string | Rejection,
  folder: string,
  settings: ApplySettings,
): Promise<readonly FileChange[] | Rejection> {
  if (typeof text !== 'string') return text;
  const { paths } = await openFolderFiles(folder, []);
  const edits = readEdits(text, paths) ?? noEdit();
  if (edits.kind === 'rejection') return edits;
  const named = edits.operations.flatMap(pathsOf).filter((path) => pathFault(path) === null);
  for (const path of named) {
    const refused = await checkPlace(path, folder, settings);
    if (refused !== null) return refused;
  }
  const changes = await placeEdits(edits.operations, await openFolderFiles(folder, named));
  if ('kind' in changes) return changes;
  return (await findOccupied(changes, folder)) ?? changes;
}

/** A new file has no place where a folder lies, or a file that the system takes for it. */
async function findOccupied(changes: readonly FileChange[], folder: string): Promise<Rejection | null> {
  const gone = new Set(changes.flatMap(({ path, after }) => (after === null ? [path.toLowerCase()] : [])));
  for (const { path, before } of changes) {
    if (before !== null || gone.has(path.toLowerCase())) continue;
    const found = await lstat(join(folder, path)).catch(() => null);
    if (found !== null) return rejection('exists', `${path} is there already, and is no file of that name.`);
  }
  return null;
}

function pathsOf(operation: Operation): readonly string[] {
  return operation.kind === 'rename' ? [operation.path, operation.to] : [operation.path];
}

async function checkPlace(
  path: string,
  folder: string,
  { protect }: ApplySettings,
): Promise<Rejection | null> {
  const link = await findLink(folder, path);
  if (link !== null) return rejection('symlink', `${path} goes through the symbolic link ${link}.`);
  // As in policy: file systems may fold case.
  const isProtected = protect.length > 0 && picomatch([...protect], { dot: true, nocase: true })(path);
  return isProtected ? rejection('protected-path', `${path} is protected by --protect.`) : null;
}

function applied({ path, before, after }: FileChange) {
  return { path, change: before === null ? 'created' : after === null ? 'deleted' : 'edited' };
}

function refuse({ code, detail }: Rejection, { json }: ApplySettings, { stdout, stderr }: Host): number {
  if (!json) stderr.write(inertText(`smart-fix: nothing was changed: ${detail}\n`));
  stdout.write(`${inertJson({ reason: CLASSES[code] ?? code, code, detail })}\n`);
  return REJECTED;
}
