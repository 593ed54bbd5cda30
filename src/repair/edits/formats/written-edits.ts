import type { Rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';

/** A model's text, read once for all readers. */
export interface WrittenText {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** False when the text stops within a line. */
  readonly endsLine: boolean;
  /** Paths of the files that there are, to tell a path from a word. */
  readonly paths: readonly string[];
}

/** The edits of one shape in a text. */
export interface WrittenEdits {
  readonly kind: 'edits';
  readonly operations: readonly Operation[];
  /** 0-based numbers of the lines that are no prose. */
  readonly taken: ReadonlySet<number>;
}

/** Null: the text holds nothing of the shape. */
export type ReadShape = (text: WrittenText) => WrittenEdits | Rejection | null;
