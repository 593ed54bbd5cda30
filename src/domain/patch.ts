/** What a patch does to one text file: `before` is null for a new file, `after` is null for a deleted one. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Only where the change sets or takes the executable bit. */
  readonly executable?: boolean;
  /** Only for a new file that another one becomes by its rename: the path of that, whose mode it takes. */
  readonly modeOf?: string;
}

/** True when a change leaves a file as it was. */
export function isNoChange({ before, after, executable }: FileChange): boolean {
  return before === after && executable === undefined;
}

/** A change of the tree that no text edit can express; always rejected. */
export interface OddChange {
  readonly path: string;
  readonly kind: 'symlink' | 'binary' | 'mode' | 'submodule';
}

/** One file of a commit beside its parent, byte for byte; a mode is git's (`100644`), null where there is no file. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Null for a file that is gone, and for a submodule. */
  readonly content: Uint8Array | null;
}

/** What a commit makes of its parent's tree. */
export interface TreeChange {
  /** Object id of the whole tree that comes out. */
  readonly tree: string;
  readonly files: readonly ChangedFile[];
}
