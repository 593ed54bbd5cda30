/** One line of a hunk, without its line end. A context line has to be there and stays as the file has it. */
export interface HunkLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly text: string;
}

/** One replacement of whole lines, with everything its text says about the place. */
export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** Lines that stand before the place, the outermost first. */
  readonly anchors: readonly string[];
  /**
   * 1-based number of the first old line in the untouched file; 0 when there was none. Null when no number is said that
   * can be relied on.
   */
  readonly line: number | null;
  /** The line behind the numbers of a diff's header, which opens the block that the place is in; null when none is said. */
  readonly heading: string | null;
  /** The text says that the place is the end of the file. */
  readonly atEnd: boolean;
  /** What happens to the file's last line end; null when nothing is said, and it stays. */
  readonly lastLineEnd: 'added' | 'removed' | null;
}

/** What every shape of edit becomes. Paths are as written, unchecked. */
export type Operation =
  /** Lines of one file, all told of the same state of it. */
  | { readonly kind: 'hunks'; readonly path: string; readonly hunks: readonly Hunk[] }
  | TextEdit
  /** A file that must not exist yet. */
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  /** The whole text of a file, which may exist. `head`: a first line that belongs to it only when the file has it. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly head: string | null }
  /** `lines`: what the file has to hold, when that is said. */
  | { readonly kind: 'delete'; readonly path: string; readonly lines: readonly string[] | null }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** Text in place of text. An empty `oldText` makes a new file. */
export interface TextEdit {
  readonly kind: 'text';
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  /** `lines`: whole lines are meant, and a part of one only when no lines fit. `text`: what is written, wherever it is. */
  readonly unit: 'lines' | 'text';
  /** How many places there have to be, all of which are replaced. */
  readonly places: number | 'all';
  /** 1-based number of the first line, when one is said. */
  readonly line: number | null;
}
