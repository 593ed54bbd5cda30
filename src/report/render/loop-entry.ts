import { inline } from './fence.js';

/** One step of the audit trail (B36). */
export interface LoopEntry {
  readonly at: Date;
  /** The gate that is being repaired. */
  readonly gate: string;
  readonly attempt: number;
  readonly status: string;
  readonly commit: string | null;
  readonly rootCause: string | null;
  readonly paths: readonly string[];
}

/** A block of `LOOP.md`: appended, never rewritten. The root cause is the proposer's guess and is marked so. */
export function renderLoopEntry({ at, gate, attempt, status, commit, rootCause, paths }: LoopEntry): string {
  const lines = [
    '',
    '---',
    '',
    `### ${at.toISOString()} - ${inline(gate)} attempt ${attempt}`,
    '',
    `**Status:** ${inline(status)}`,
    ...(commit === null ? [] : [`**Commit:** \`${commit.slice(0, 12)}\``]),
    ...(rootCause === null || rootCause === ''
      ? []
      : [`**Root cause (the proposer's words):** ${inline(rootCause)}`]),
    ...(paths.length === 0 ? [] : [`**Fix:** ${paths.map((path) => `\`${path}\``).join(', ')}`]),
    '',
  ];
  return lines.join('\n');
}
