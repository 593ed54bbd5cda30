import type { Workspace } from '../isolate/workspace.js';
import { currentExecution, currentRevision } from '../ledger/fold.js';
import type { Ledger } from '../ledger/ledger.js';
import { renderCommitMessage } from '../report/render/commit-message.js';

export interface ResultParts {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  /** Template of the commit's subject. */
  readonly subject: string;
}

/**
 * The result as one commit on the base; its tree is the very tree that was verified.
 * @throws when the last execution of the newest revision did not pass.
 */
export async function commitResult({ ledger, workspace, subject }: ResultParts): Promise<string> {
  const execution = currentExecution(ledger.state);
  if (execution?.status !== 'passed')
    throw new Error('only a revision whose last execution passed can be delivered');
  const revision = currentRevision(ledger.state);
  const message = renderCommitMessage({
    subject,
    requestId: ledger.state.request?.requestId ?? '',
    attempt: revision.number,
    execution,
    changeSummary: revision.changeSummary ?? '',
    diagnosis: revision.diagnosis ?? '',
  });
  return workspace.recommit(revision.commit, workspace.baseCommit, message);
}
