import type { Workspace } from '../isolate/workspace.js';
import { currentExecution, currentRevision } from '../ledger/fold.js';
import type { Ledger } from '../ledger/ledger.js';
import { renderCommitMessage } from '../report/render/commit-message.js';

export interface ResultParts {
  readonly ledger: Ledger;
  /** Template of the commit's subject. */
  readonly subject: string;
}

/**
 * The message of the result's commit.
 * @throws when the last execution of the newest revision did not pass.
 */
export function resultMessage({ ledger, subject }: ResultParts): string {
  const execution = currentExecution(ledger.state);
  if (execution?.status !== 'passed')
    throw new Error('only a revision whose last execution passed can be delivered');
  const revision = currentRevision(ledger.state);
  return renderCommitMessage({
    subject,
    requestId: ledger.state.request?.requestId ?? '',
    attempt: revision.number,
    execution,
    changeSummary: revision.changeSummary ?? '',
    diagnosis: revision.diagnosis ?? '',
  });
}

/**
 * The result as one commit, on the base unless `onto` names another; its tree is the very tree that was verified.
 * @throws likewise.
 */
export function commitResult(
  parts: ResultParts & { readonly workspace: Workspace; readonly onto?: string },
): Promise<string> {
  const { ledger, workspace, onto = workspace.baseCommit } = parts;
  return workspace.recommit(currentRevision(ledger.state).commit, onto, resultMessage(parts));
}
