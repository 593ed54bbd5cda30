import type { Proposal, Strategy } from '../repair/strategy.js';
import { judgeCandidate } from './judge-candidate.js';
import { decline, reject } from './refuse-proposal.js';
import { repairContext } from './repair-context.js';
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
  const proposal = await ask(strategy, attempt, doors);
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

async function ask(strategy: Strategy, attempt: number, doors: RepairDoors): Promise<Proposal> {
  const { ledger, signal, progress } = doors;
  const context = await repairContext(doors);
  if (strategy.spendsModelCall) {
    await ledger.append({
      kind: 'model-call-reserved',
      number: ledger.state.modelCallsReserved + 1,
      attempt,
    });
  }
  progress({ kind: 'waiting', text: `asking the ${strategy.name} for a patch` });
  const answer = await strategy.ask(context, {
    signal,
    limitMs: Math.max(1, doors.timeLeftMs()),
  });
  const usage = 'usage' in answer ? answer.usage : null;
  await ledger.append({
    kind: 'answer-received',
    attempt,
    strategy: strategy.name,
    answer,
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
  });
  return strategy.read(answer, context);
}
