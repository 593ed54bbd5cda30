import type { FileChange } from '../domain/patch.js';
import { type Rejection, rejection } from '../domain/rejection.js';
import { patchDigest, type Revision, revisionIdOf } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';
import type { DeclineReason } from '../ledger/entry.js';
import { currentRevision, type RunState } from '../ledger/fold.js';
import { checkPolicy } from '../policy/check-policy.js';
import type { Candidate, Proposal, Strategy } from '../repair/strategy.js';
import { repairContext } from './repair-context.js';
import type { RepairDoors } from './repair-doors.js';

/** One call of a model ends after this long, whatever is left of the run. */
const ASK_LIMIT_MS = 180_000;

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
    await decline(doors, 1, 'protected-target', choice.detail);
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
    limitMs: Math.max(1, Math.min(ASK_LIMIT_MS, doors.timeLeftMs())),
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

/** Policy sees the whole patch against the base: steps that are small one by one must not add up to a large one. */
async function judgeCandidate(candidate: Candidate, attempt: number, doors: RepairDoors): Promise<void> {
  const { ledger, workspace } = doors;
  const { state } = ledger;
  if (state.request === null) throw new Error('the run was not started');
  if (candidate.changes.every((change) => change.before === change.after)) {
    const noOp = rejection('no-op', 'The candidate changes nothing.');
    return reject(doors, { attempt, rejection: noOp, candidate, digest: null });
  }
  const changes = await wholePatch(candidate.changes, currentRevision(state), workspace);
  const tracked = await workspace.listFiles(workspace.baseCommit);
  const verdict = checkPolicy({
    changes,
    oddPaths: tracked.flatMap(({ path, kind }) =>
      kind === 'symlink' || kind === 'submodule' ? [{ path, kind }] : [],
    ),
    limits: state.request.limits,
    policy: state.request.policy,
    earlierPatches: earlierPatches(state),
  });
  const digest = patchDigest(changes);
  if (verdict.kind === 'rejection') return reject(doors, { attempt, rejection: verdict, candidate, digest });
  if (verdict.kind === 'stop') return decline(doors, attempt, verdict.reason, verdict.detail);
  await accept({ candidate, changes, digest, attempt }, doors);
}

/** The patch so far with the candidate's step on top; a file that is back to its base content drops out. */
async function wholePatch(
  step: readonly FileChange[],
  parent: Revision,
  workspace: Workspace,
): Promise<readonly FileChange[]> {
  const stepped = new Map(step.map((change) => [change.path, change.after]));
  const paths = [...new Set([...parent.paths, ...stepped.keys()])].sort();
  const changes: FileChange[] = [];
  for (const path of paths) {
    const before = await workspace.readFile(workspace.baseCommit, path);
    const after = stepped.has(path)
      ? (stepped.get(path) ?? null)
      : await workspace.readFile(parent.commit, path);
    if (before !== after) changes.push({ path, before, after });
  }
  return changes;
}

function earlierPatches({ revisions, rejected }: RunState): readonly string[] {
  return [
    ...revisions.slice(1).map((revision) => revision.patchDigest),
    ...rejected.flatMap(({ patchDigest: digest }) => (digest === null ? [] : [digest])),
  ];
}

interface Accepted {
  readonly candidate: Candidate;
  readonly changes: readonly FileChange[];
  readonly digest: string;
  readonly attempt: number;
}

/** Every attempt is a commit on the fix branch with its diff stat, so that the trail is exact (B9, B34). */
async function accept({ candidate, changes, digest, attempt }: Accepted, doors: RepairDoors): Promise<void> {
  const { ledger, workspace, progress } = doors;
  const parent = currentRevision(ledger.state);
  const subject = `smart-fix: attempt ${attempt}`;
  const bare = await workspace.commit(parent.commit, candidate.changes, subject);
  const diffStat = await workspace.diffStat(parent.commit, bare);
  const commit = await workspace.recommit(bare, parent.commit, `${subject}\n\n${diffStat}`);
  const diff = await workspace.diff(workspace.baseCommit, commit);
  progress({ kind: 'diff', text: diff });
  const revision: Revision = {
    revisionId: revisionIdOf(ledger.state.requestDigest ?? '', parent.revisionId, digest),
    number: attempt,
    parentRevisionId: parent.revisionId,
    commit,
    paths: changes.map((change) => change.path),
    patchDigest: digest,
    diagnosis: candidate.diagnosis,
    changeSummary: candidate.changeSummary,
    diff,
  };
  await doors.keepFiles(revision, changes);
  await ledger.append({ kind: 'proposal-accepted', attempt, revision });
}

interface Refusal {
  readonly attempt: number;
  readonly rejection: Rejection;
  readonly candidate: Candidate | null;
  readonly digest: string | null;
}

async function reject(
  doors: RepairDoors,
  { attempt, rejection: why, candidate, digest }: Refusal,
): Promise<void> {
  doors.progress({ kind: 'note', text: `proposal rejected (${why.code}): ${why.detail}` });
  await doors.ledger.append({
    kind: 'proposal-rejected',
    attempt,
    code: why.code,
    detail: why.detail,
    changeSummary: candidate?.changeSummary ?? '',
    patchDigest: digest,
  });
}

async function decline(
  doors: RepairDoors,
  attempt: number,
  reason: DeclineReason,
  detail: string,
): Promise<void> {
  await doors.ledger.append({ kind: 'proposal-declined', attempt, reason, detail });
}
