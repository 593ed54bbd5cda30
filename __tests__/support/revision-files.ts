import type { Declaration } from '../../src/repair/outline.js';
import type { BrowsableFiles } from '../../src/repair/strategy.js';

/** Files of a revision from plain records of texts and outlines, and the paths that were read. */
export function revisionFiles(
  files: Readonly<Record<string, string | null>>,
  outlines: Readonly<Record<string, readonly Declaration[]>> = {},
): BrowsableFiles & {
  readonly wasRead: readonly string[];
} {
  const wasRead: string[] = [];
  return {
    paths: Object.keys(files),
    wasRead,
    outline: async (path) => outlines[path] ?? null,
    holding: async (text) => Object.keys(files).filter((path) => files[path]?.includes(text)),
    read: async (path) => {
      wasRead.push(path);
      return files[path] ?? null;
    },
  };
}
