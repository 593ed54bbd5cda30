import { askStrategy } from './ask-strategy.js';
import { judgeCandidate } from './judge-candidate.js';
import { decline, reject } from './refuse-proposal.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * Asks for one candidate that answers the last red execution, and turns it into a revision, a rejection or an end. A
 * model call is reserved before it is made, and its answer is stored before it is read.
 */
export async function proposeRevision(doors: RepairDoors): Promise<void> {
  const { ledger, progress, strategies } = doors;
  const attempt = ledger.state.revisions.length;
  const strategy = strategies[0];
  if (strategy === undefined) return decline(doors, attempt, 'no-strategy', NO_STRATEGY);
  if (doors.workspace.branch === null && !(await startBranch(doors))) return;
  progress({ kind: 'attempt', number: attempt, max: ledger.state.request?.limits.maxAttempts ?? attempt });
  const proposal = await askStrategy(strategy, attempt, doors);
  switch (proposal.kind) {
    case 'candidate':
      return judgeCandidate(proposal, attempt, doors);
    case 'rejection':
      return reject(doors, { attempt, rejection: proposal, candidate: null, digest: null });
    case 'gave-up':
      return decline(doors, attempt, 'model-gave-up', proposal.reason);
    case 'unavailable':
      return decline(doors, attempt, proposal.reason, proposal.detail);
    case 'cancelled':
      return decline(doors, attempt, 'cancelled', 'The call was cut off.');
  }
}

const NO_STRATEGY =
  'No repair strategy is on: set OPENAI_API_KEY and --model, or --model-command, to let one propose a patch.';

/** The fix branch exists before any edit (A41). False when its name is refused: then the run ends. */
async function startBranch(doors: RepairDoors): Promise<boolean> {
  const { ledger, workspace, progress } = doors;
  const choice = await doors.chooseBranch(ledger.state.scan?.fingerprint ?? 'unknown');
  if (choice.kind === 'refused') {
    await decline(doors, 1, choice.reason, choice.detail);
    return false;
  }
  progress({ kind: 'phase', phase: 'isolate', text: `fix branch ${choice.name} in a workspace of its own` });
  await workspace.startBranch(choice.name);
  return true;
}
