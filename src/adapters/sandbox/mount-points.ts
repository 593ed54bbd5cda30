import { closeSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isWithin, kindOf, type Mount } from './mounts.js';

/**
 * Makes the places of mounts that lie in a folder which commands may write, such as tools in a home. A sandbox would
 * make them as root, where nobody could write beside them or remove them; and where an earlier command put a link in
 * the way, it would make them wherever that leads.
 */
export function makeMountPoints(mounts: readonly Mount[]): void {
  for (const mount of mounts) {
    const above = mounts.findLast(({ path }) => path !== mount.path && isWithin(mount.path, path));
    if (above?.kind !== 'write') continue;
    const place = join(above.source, relative(above.path, mount.path));
    makeFolders(dirname(place), above.source);
    if (isFolder(mount)) makeFolders(place, above.source);
    else if (!isPlain(place, 'file')) {
      rmSync(place, { recursive: true, force: true });
      closeSync(openSync(place, 'wx'));
    }
  }
}

function isFolder(mount: Mount): boolean {
  if (mount.kind === 'empty') return mount.isFolder;
  return kindOf(mount.kind === 'write' ? mount.source : mount.path) === 'folder';
}

/** Each below `root` is a folder of its own afterwards, and no link. */
function makeFolders(path: string, root: string): void {
  if (path === root) return;
  makeFolders(dirname(path), root);
  if (isPlain(path, 'folder')) return;
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
}

function isPlain(path: string, kind: 'folder' | 'file'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return (kind === 'folder' ? found?.isDirectory() : found?.isFile()) ?? false;
}
