import type { RevisionFiles } from '../../src/repair/strategy.js';

/** Files of a revision from a plain record, and the paths that were read. */
export function revisionFiles(files: Readonly<Record<string, string | null>>): RevisionFiles & {
  readonly wasRead: readonly string[];
} {
  const wasRead: string[] = [];
  return {
    paths: Object.keys(files),
    wasRead,
    read: async (path) => {
      wasRead.push(path);
      return files[path] ?? null;
    },
  };
}
