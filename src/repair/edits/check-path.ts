import { pathFault } from '../../domain/path-fault.js';
import { type Rejection, rejection } from '../../domain/rejection.js';

/**
 * Refuses a path that could reach outside the tracked tree. `isFile` tells which paths are files now: a path that goes
 * on below one would pass through a symbolic link or replace a file by a folder.
 */
export function checkPath(path: string, isFile: (path: string) => boolean): Rejection | null {
  const shown = JSON.stringify(path.slice(0, 200));
  const fault = pathFault(path);
  if (fault !== null) {
    return rejection(
      'path-traversal',
      `The path ${shown} is refused: ${fault}. Name files relative to the repository root.`,
    );
  }
  const segments = path.split('/');
  for (let depth = 1; depth < segments.length; depth += 1) {
    const parent = segments.slice(0, depth).join('/');
    if (!isFile(parent)) continue;
    return rejection(
      'path-traversal',
      `The path ${shown} is refused: ${parent} is a file or link, no folder.`,
    );
  }
  return null;
}
