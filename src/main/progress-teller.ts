import type { Comments } from '../adapters/github/comments.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderAnswer } from '../report/render/comment-answers.js';
import { AT_WORK, renderProgressEnd, renderWorking } from '../report/render/progress-comment.js';
import type { ActionEnd } from './action-end.js';

/** Tells a person who asked in a comment how it goes, in one comment that is edited in place. */
export interface ProgressTeller {
  /** One more thing to know of how the command was taken. */
  note(text: string): void;
  /** Keeps the verified patch for the last word. */
  keepPatch(patch: string): void;
  /** Takes the place of the last word. */
  answer(text: string): void;
  working(context: FailureContext): Promise<void>;
  /** Null when an answer takes the place of the end. */
  ended(end: ActionEnd | null): Promise<void>;
}

/** For the doors at which nobody waits for an answer. */
export const SILENT: ProgressTeller = {
  note() {},
  keepPatch() {},
  answer() {},
  async working() {},
  async ended() {},
};

export interface TellerParts {
  readonly comments: Comments;
  /** When the command was given. */
  readonly askedAt: Date;
  /** The same, also when the run was stopped: the last word is said after it. */
  readonly lastComments: () => Comments;
  readonly runUrl: string;
  /** Then the comment on the last result stays as it is: the answer is under a marker of its own. */
  readonly isExplanation: boolean;
}

export function createProgressTeller(parts: TellerParts): ProgressTeller {
  const { comments, askedAt, lastComments, runUrl, isExplanation } = parts;
  const notes: string[] = [];
  let patch: string | null = null;
  let lastWord: string | null = null;
  let told: FailureContext | null = null;
  const render = (end: ActionEnd | null): string => {
    if (lastWord !== null || end === null) return lastWord ?? '';
    if (told === null) return renderAnswer(end.outcome);
    return renderProgressEnd({ ...end, patch }, told, { runUrl, notes });
  };
  const chooseMarker = async (last: Comments): Promise<string> => {
    if (isExplanation) return 'answer';
    // Another job of this command may have said that work has begun.
    return told === null ? ((await last.findLine(AT_WORK, askedAt)) ?? 'answer') : markerOf(told);
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
      told = context;
      if (isExplanation) return;
      await comments.save({ marker: markerOf(context), body: renderWorking(context, { runUrl, notes }) });
    },
    async ended(end) {
      const last = lastComments();
      await last.save({ marker: await chooseMarker(last), body: render(end) });
    },
  };
}

/** A comment for each failure; the pull request is where it lies. */
function markerOf({ checks, run }: FailureContext): string {
  return `progress:${checks[0]?.scan.fingerprint ?? run.headSha.slice(0, 12)}`;
}
