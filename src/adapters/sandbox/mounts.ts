import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** One place of the file system as a shut-in command sees it. */
export type Mount =
  /** What lies there on this machine, to be read. */
  | { readonly kind: 'read'; readonly path: string }
  /** `source` of this machine, to be read and written. */
  | { readonly kind: 'write'; readonly path: string; readonly source: string }
  /** An empty folder of its own, or an empty file over one that is nobody's business. */
  | { readonly kind: 'empty'; readonly path: string; readonly isFolder: boolean };

/** In order, parents before children; what its parent shows anyway, or hides anyway, is left out. */
export function arrangeMounts(mounts: readonly Mount[]): readonly Mount[] {
  // Of two for one place the later one holds.
  const byPath = new Map(mounts.map((mount) => [mount.path, mount]));
  const ordered = [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return ordered.filter((mount) => {
    const above = nearestAbove(mount.path, byPath);
    if (mount.kind === 'read') return above?.kind !== 'read';
    return mount.kind === 'write' || mount.isFolder || above?.kind === 'read';
  });
}

function nearestAbove(path: string, byPath: ReadonlyMap<string, Mount>): Mount | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = byPath.get(folder);
    if (found !== undefined || folder === '/') return found ?? null;
  }
}

/** Whether `path` is `folder` or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

export type PathKind = 'folder' | 'file' | 'missing';

/** Follows links; `missing` also for what this user may not look at. */
export function kindOf(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'missing';
  }
}
