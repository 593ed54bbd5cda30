import type { Outcome } from '../../domain/outcome.js';
import type { FailureContext } from '../failed-checks.js';
import type { Report } from '../report.js';
import { renderFailure } from './failure.js';
import { code, fenced, inline } from './fence.js';

/** A longer patch is in the state folder alone: the rest of the comment needs room too. */
const MAX_PATCH = 40_000;

export interface ProgressPlace {
  /** Page of our own workflow run. */
  readonly runUrl: string;
  /** What the person is to know of how the command was taken. */
  readonly notes: readonly string[];
}

/** The comment that is edited in place: first that work has begun. */
export function renderWorking(context: FailureContext, place: ProgressPlace): string {
  return lines([
    `**smart-fix is at work** on ${code(context.run.headSha)} ([log](${place.runUrl})).`,
    ...notesOf(place),
    renderFailure(context),
  ]);
}

export interface ProgressEnd {
  readonly outcome: Outcome;
  readonly report: Report | null;
  readonly issueUrl: string | null;
  /** The verified patch, where the comment is what carries it. */
  readonly patch: string | null;
}

/** Then how it ended: in short what the job summary says. */
export function renderProgressEnd(
  { outcome, report, issueUrl, patch }: ProgressEnd,
  context: FailureContext,
  place: ProgressPlace,
): string {
  const evidence = report?.evidence ?? null;
  return lines([
    `**smart-fix: ${outcome.status} (${outcome.stopReason})** ([log](${place.runUrl}))`,
    inline(outcome.detail),
    ...[report?.pullRequestUrl ?? null, report?.reviewUrl ?? null, issueUrl]
      .filter((url) => url !== null)
      .map((url) => `- ${url}`),
    evidence === null ? '' : `**Evidence: grade ${evidence.grade}.** ${inline(evidence.why)}`,
    ...notesOf(place),
    renderFailure(context),
    patch === null ? '' : renderPatch(patch),
  ]);
}

function renderPatch(patch: string): string {
  if (patch.length > MAX_PATCH)
    return 'The patch is too long for a comment; the state folder of the run holds it.';
  return `<details><summary>The verified patch</summary>\n\n${fenced(patch, 'diff')}\n\n</details>`;
}

const notesOf = ({ notes }: ProgressPlace): readonly string[] => notes.map((note) => `- ${inline(note)}`);
const lines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
