import { toRunSettings } from '../../config/action-settings.js';
import { type Outcome, outcome } from '../../domain/outcome.js';
import { branchName } from '../../isolate/branch-name.js';
import type { Start } from '../action.js';
import { chooseRemoteBranch } from '../choose-remote-branch.js';
import type { Diagnosis } from '../diagnose.js';
import { fixMemory } from '../fix-doors.js';
import type { Session } from '../session.js';
import { dataState } from './split-run.js';

/** Asked before anything costs: the failure's name in the log is mostly that in the gate. */
export async function refuseFix(
  { target, repository, told }: Extract<Diagnosis, { kind: 'failure' }>,
  { settings }: Pick<Start, 'settings'>,
  session: Session,
): Promise<Outcome | null> {
  const { remote, host } = session;
  const fingerprint = told.checks[0]?.scan.fingerprint ?? 'unknown';
  const name = branchName(toRunSettings(settings).branch, { fingerprint, runId: '', startedAt: new Date() });
  const workspace = await repository.openWorkspace(target.run.headSha);
  try {
    const state = dataState(target.run.headSha);
    const place = { repository, remote, host, target, state, ...fixMemory({ ...session, target }) };
    const choice = await chooseRemoteBranch(name, workspace, place);
    return choice.kind === 'refused' ? outcome(choice.reason, choice.detail) : null;
  } finally {
    await workspace.dispose();
  }
}
