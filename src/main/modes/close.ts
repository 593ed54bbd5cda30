import { readComment } from '../../adapters/actions/read-comment.js';
import { type Outcome, outcome } from '../../domain/outcome.js';
import { renderAnswer } from '../../report/render/comment-answers.js';
import type { Start } from '../action.js';
import type { ActionEnd } from '../action-end.js';
import { talkUnder } from '../comment-door.js';
import { endEarly } from '../end-early.js';
import { releaseShared } from '../open-lease.js';
import { openSession, type Session } from '../session.js';
import { readJobResults } from './job-results.js';

/**
 * Cleans up where no job came to say how the run ended, since one broke or the workflow was cancelled: who waits for an
 * answer is told, and the lease is given back.
 */
export async function close(start: Start): Promise<ActionEnd> {
  const session = openSession(start);
  try {
    const end = endOfJobs(start.settings.jobs);
    await tellWaiting(end, start, session);
    return await endEarly({ ...start, outcome: end, context: null, host: null });
  } finally {
    await releaseShared(session, start);
  }
}

function endOfJobs(jobs: string | null): Outcome {
  const { broken, isCancelled, said } = readJobResults(jobs);
  if (isCancelled)
    return outcome('cancelled', `The workflow was stopped: ${broken}. Nothing more comes of this run.`);
  if (broken === null && said !== null)
    return outcome(said, 'The first job of this run ended so; its log says why.');
  return outcome(
    'internal',
    `The workflow broke off: ${broken ?? 'no job says why'}. Look at the log of that job.`,
  );
}

/** A comment that another job has taken up, and that still says that work goes on. */
async function tellWaiting(end: Outcome, start: Start, session: Session): Promise<void> {
  if (session.context.eventName !== 'issue_comment') return;
  const read = await readComment(session.context);
  if (read.kind === 'nothing') return;
  // Who may is not asked again: it is our own comment, of this very run, and it is to say no more than how that ended.
  const { work } = talkUnder(read.comment.number, { ...session, ...start });
  const id = await work.findOurs();
  if (id !== null) await work.rewrite(id, { marker: 'answer', body: renderAnswer(end) });
}
