export type Severity = 'error' | 'warning' | 'note';

/** A place in a file. Lines and columns are 1-based; `null` means that the tool named none. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * One message of a tool, as the tool wrote it: the path is not yet resolved against the repository.
 * `file` is null for a message that names no place (a missing npm script, a killed process).
 */
export interface Diagnostic {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** Rule or error code: `TS2322`, `no-undef`, `E0308`, an exception's class. */
  readonly code: string | null;
  readonly tool: string;
  /** Name of the failing test, where the tool gave one. */
  readonly test: string | null;
  readonly severity: Severity;
  /** 1-based first and last line of the log that say so. */
  readonly logLine: number;
  readonly logEndLine: number;
}
