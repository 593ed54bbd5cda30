import type { Comments } from '../adapters/github/comments.js';
import type { WorkComments } from '../adapters/github/work-comment.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderAnswer } from '../report/render/comment-answers.js';
import { renderProgressEnd, renderWorking } from '../report/render/progress-comment.js';
import type { ActionEnd } from './action-end.js';

/** Tells a person who asked in a comment how it goes, in one comment that is edited in place. */
export interface ProgressTeller {
  /** One more thing to know of how the command was taken. */
  note(text: string): void;
  /** Keeps the verified patch for the last word. */
  keepPatch(patch: string): void;
  /** Takes the place of the last word. */
  answer(text: string): void;
  /** Before any gate runs; an end when another command is at work under this pull request. */
  working(context: FailureContext): Promise<Outcome | null>;
  /** What is known of the failure by now, for the last word. */
  learned(context: FailureContext): void;
  /** Null when an answer takes the place of the end. */
  ended(end: ActionEnd | null): Promise<void>;
}

/** For the doors at which nobody waits for an answer. */
export const SILENT: ProgressTeller = {
  note() {},
  keepPatch() {},
  answer() {},
  async working() {
    return null;
  },
  learned() {},
  async ended() {},
};

export interface Talking {
  readonly comments: Comments;
  readonly work: WorkComments;
}

export interface TellerParts extends Talking {
  /** The same, also when the run was stopped: the last word is said after it. */
  readonly last: () => Talking;
  /** Our own run, and the pages of those of this repository. */
  readonly runId: number;
  readonly runsUrl: string;
  /** What says that it is at work, and is older, is taken for lost. */
  readonly lostBefore: Date;
  /** Then the comment on the last result stays as it is: the answer is under a marker of its own. */
  readonly isExplanation: boolean;
}

export function createProgressTeller(parts: TellerParts): ProgressTeller {
  const { runId, runsUrl, isExplanation } = parts;
  const notes: string[] = [];
  let patch: string | null = null;
  let lastWord: string | null = null;
  let told: FailureContext | null = null;
  let ours: number | null = null;
  const place = () => ({ runUrl: `${runsUrl}/${runId}`, notes });
  const render = (end: ActionEnd | null): string => {
    if (lastWord !== null || end === null) return lastWord ?? '';
    if (told === null) return renderAnswer(end.outcome);
    return renderProgressEnd({ ...end, patch }, told, place());
  };
  return {
    note(text) {
      notes.push(text);
    },
    keepPatch(text) {
      patch = text;
    },
    answer(text) {
      lastWord = text;
    },
    async working(context) {
      if (!isExplanation) {
        const text = { marker: markerOf(context), body: renderWorking(context, place()) };
        const claim = await parts.work.claim(text, parts.lostBefore);
        if (claim.kind === 'held') return refuseSecondCommand(`${runsUrl}/${claim.runId}`);
        if (claim.kind === 'claimed') ours = claim.id;
      }
      told = context;
      return null;
    },
    learned(context) {
      told = context;
    },
    async ended(end) {
      const { comments, work } = parts.last();
      // Another job of this command may have said that work has begun.
      const id = ours ?? (isExplanation || told !== null ? null : await work.findOurs());
      const marker = isExplanation || told === null ? 'answer' : markerOf(told);
      const text = { marker, body: render(end) };
      if (id === null || !(await work.rewrite(id, text))) await comments.save(text);
    },
  };
}

/** One command at a time is followed on a pull request (CON-03). */
export function refuseSecondCommand(runUrl: string): Outcome {
  return outcome(
    'duplicate',
    `Another command is being followed on this pull request (${runUrl}); give this one again when it has ended.`,
  );
}

/** A comment for each failure; the pull request is where it lies. */
function markerOf({ checks, run }: FailureContext): string {
  return `progress:${checks[0]?.scan.fingerprint ?? run.headSha.slice(0, 12)}`;
}
