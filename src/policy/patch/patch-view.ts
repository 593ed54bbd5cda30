import type { ClassOverride, FileClass } from '../../domain/file-class.js';
import { fileClassOf } from '../file-classes.js';
import { readSource, type Source } from '../tokens/source.js';
import { addedLines } from './added-lines.js';
import type { LogFacts } from './log-facts.js';

/** One file of a patch. Where the base is not known, the texts hold its hunks alone, each at its own lines. */
export interface PatchedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A file of a patch as rules see it. */
export interface FilePair {
  readonly path: string;
  readonly fileClass: FileClass;
  readonly before: Source | null;
  readonly after: Source | null;
  /** Lines of `after` that the patch brings in. */
  readonly added: ReadonlySet<number>;
}

/** All that a rule may look at. */
export interface PatchView {
  readonly files: readonly FilePair[];
  readonly log: LogFacts;
  /** Texts of the base that have to do with the failure or the patch, by path; empty when they are not known. */
  readonly related: ReadonlyMap<string, Source>;
}

export interface PatchToView {
  readonly files: readonly PatchedFile[];
  readonly log: LogFacts;
  readonly related: ReadonlyMap<string, string>;
  readonly classes: readonly ClassOverride[];
}

export function viewPatch({ files, log, related, classes }: PatchToView): PatchView {
  return {
    log,
    files: files
      .filter(({ before, after }) => before !== after)
      .map(({ path, before, after }) => ({
        path,
        fileClass: fileClassOf(path, classes),
        before: before === null ? null : readSource(path, before),
        after: after === null ? null : readSource(path, after),
        added: addedLines(before ?? '', after ?? ''),
      })),
    related: new Map([...related].map(([path, text]) => [path, readSource(path, text)])),
  };
}
