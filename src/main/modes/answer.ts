import type { ActionSettings } from '../../config/action-settings.js';
import { UsageError } from '../../config/usage-error.js';
import { runsOf } from '../../report/failed-checks.js';
import type { Start } from '../action.js';
import type { JobEnd, ModeEnd } from '../action-end.js';
import { answerCommand } from '../answer-command.js';
import type { Asked } from '../comment-door.js';
import { type Diagnosis, diagnoseTarget, untoldContext } from '../diagnose.js';
import { endEarly } from '../end-early.js';
import { findTarget } from '../find-target.js';
import type { ProgressTeller } from '../progress-teller.js';
import { mayPassAgain } from '../rerun-transient.js';
import { openSession } from '../session.js';
import { withFetched } from './split-run.js';

/**
 * Takes a comment up before the jobs of the split form: it may write comments and labels, and nothing else. What is no
 * repair is done and answered here; for a repair it hands on which run failed, and the last job has the last word.
 */
export async function answer(start: Start): Promise<ModeEnd> {
  const session = openSession(start);
  const target = await findTarget({ ...session, ...start });
  const over = (runs: JobEnd['runs']): JobEnd => ({ next: null, ledgerHead: null, runs });
  if (target.kind === 'end') {
    const context = untoldContext(target.run);
    const told = await endEarly({ ...start, outcome: target.outcome, context, host: null });
    return { ...told, job: over(target.run === null ? [] : [target.run]) };
  }
  const { asked, door } = target;
  const runs = runsOf(target);
  if (asked === null)
    throw new UsageError(['mode answer: is for issue_comment; other events begin with admit']);
  const take = (settings: ActionSettings, teller: ProgressTeller): Promise<ModeEnd> =>
    withFetched(target, start, session, async (open) => {
      const diagnosis = await diagnoseTarget(target, { ...session, ...start, settings, teller }, open);
      if (diagnosis.kind === 'end' && !isForLater(diagnosis, asked))
        return { ...(await endEarly({ ...start, ...diagnosis, host: null })), job: over(runs) };
      const job: JobEnd = { next: 'admit', ledgerHead: null, runs };
      return { ...{ job, outcome: null, report: null }, issueUrl: null, statePath: null, ledgerPath: null };
    });
  return answerCommand(asked, { ...start, ...session, door }, take);
}

/** A gate may be named to the other jobs alone, and the next one may run again what only the machine or network spoiled. */
function isForLater(diagnosis: Extract<Diagnosis, { kind: 'end' }>, { command }: Asked): boolean {
  if (command.verb === 'explain' || diagnosis.context === null) return false;
  return diagnosis.outcome.stopReason === 'missing-input' || mayPassAgain(diagnosis);
}
