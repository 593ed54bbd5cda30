import * as core from '@actions/core';
import { toRunSettings } from '../../config/action-settings.js';
import { inertText } from '../../domain/inert-text.js';
import { branchName } from '../../isolate/branch-name.js';
import type { BranchChoice } from '../../isolate/choose-branch.js';
import type { Start } from '../action.js';
import { chooseRemoteBranch, refuseHeld } from '../choose-remote-branch.js';
import type { Diagnosis } from '../diagnose.js';
import { fixMemory } from '../fix-doors.js';
import { openLease } from '../open-lease.js';
import type { Session } from '../session.js';
import { dataState } from './split-run.js';

/**
 * Asked before anything costs: the failure's name in the log is mostly that in the gate. What is to be written is written
 * by one workflow run alone, which holds the lease from here on.
 */
export async function refuseFix(
  { target, repository, told }: Extract<Diagnosis, { kind: 'failure' }>,
  start: Pick<Start, 'settings'>,
  session: Session,
): Promise<Extract<BranchChoice, { kind: 'refused' }> | null> {
  const { remote, host } = session;
  const { settings } = start;
  const fingerprint = told.checks[0]?.scan.fingerprint ?? 'unknown';
  const name = branchName(toRunSettings(settings).branch, { fingerprint, runId: '', startedAt: new Date() });
  const workspace = await repository.openWorkspace(target.run.headSha);
  try {
    const state = dataState(target.run.headSha);
    const place = { repository, remote, host, target, state, ...fixMemory({ ...session, target }) };
    const look = async () => {
      const choice = await chooseRemoteBranch(name, workspace, place);
      return choice.kind === 'refused' ? choice : null;
    };
    const refused = await look();
    const isWritten = settings.onSuccess === 'pr' || settings.onSuccess === 'push';
    if (refused !== null || settings.dryRun || !isWritten) return refused;
    const lease = openLease(session, start, target);
    const answer = await lease.take(name);
    if (answer.kind === 'held') return { kind: 'refused', ...refuseHeld(answer, remote) };
    if (answer.kind === 'unavailable')
      core.info(inertText(`no lease on this failure, so that two runs may repair it: ${answer.detail}`));
    // What another published until it was held is seen now.
    const late = await look();
    if (late !== null) await lease.release();
    return late;
  } finally {
    await workspace.dispose();
  }
}
