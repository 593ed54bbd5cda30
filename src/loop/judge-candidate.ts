import type { FileChange } from '../domain/patch.js';
import { rejection } from '../domain/rejection.js';
import { patchDigest, type Revision, revisionIdOf } from '../domain/revision.js';
import type { RuleFinding } from '../domain/rule-finding.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentRevision, type RunState } from '../ledger/fold.js';
import { checkPolicy } from '../policy/check-policy.js';
import type { Candidate } from '../repair/strategy.js';
import { decline, reject } from './refuse-proposal.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * Makes a candidate a revision, or refuses it. Policy sees the whole patch against the base: steps that are small one
 * by one must not add up to a large one.
 */
export async function judgeCandidate(
  candidate: Candidate,
  attempt: number,
  doors: RepairDoors,
): Promise<void> {
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
    findSecrets: doors.findSecrets,
  });
  const digest = patchDigest(changes);
  if (verdict.kind === 'rejection') return reject(doors, { attempt, rejection: verdict, candidate, digest });
  if (verdict.kind === 'stop') return decline(doors, attempt, verdict.reason, verdict.detail);
  await accept({ candidate, changes, digest, attempt, concerns: verdict.concerns }, doors);
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
  readonly concerns: readonly RuleFinding[];
}

/** Every attempt is a commit on the fix branch with its diff stat, so that the trail is exact (B9, B34). */
async function accept(
  { candidate, changes, digest, attempt, concerns }: Accepted,
  doors: RepairDoors,
): Promise<void> {
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
    concerns,
  };
  await doors.keepFiles(revision, changes);
  await ledger.append({ kind: 'proposal-accepted', attempt, revision });
}
