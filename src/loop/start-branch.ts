import { decline } from './refuse-proposal.js';
import type { RepairDoors } from './repair-doors.js';

/** The fix branch exists before any edit (A41). False when its name is refused: then the run ends. */
export async function startBranch(doors: RepairDoors): Promise<boolean> {
  const { ledger, workspace, progress } = doors;
  const choice = await doors.chooseBranch(ledger.state.baselineScan?.fingerprint ?? 'unknown');
  if (choice.kind === 'refused') {
    await decline(doors, 1, choice.reason, choice.detail);
    return false;
  }
  progress({ kind: 'phase', phase: 'isolate', text: `fix branch ${choice.name} in a workspace of its own` });
  await workspace.startBranch(choice.name);
  return true;
}
