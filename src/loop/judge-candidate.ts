import { type FileChange, isNoChange } from '../domain/patch.js';
import { rejection } from '../domain/rejection.js';
import type { Request } from '../domain/request.js';
import { type Proposer, patchDigest, type Revision, revisionIdOf } from '../domain/revision.js';
import type { RuleFinding } from '../domain/rule-finding.js';
import { currentRevision, type RunState } from '../ledger/fold.js';
import type { Candidate } from '../repair/strategy.js';
import { checkPatch } from './check-patch.js';
import { commitAttempt } from './commit-attempt.js';
import { decline, reject } from './refuse-proposal.js';
import type { RepairDoors } from './repair-doors.js';
import { wholePatch } from './whole-patch.js';

/**
 * Makes a candidate a revision, or refuses it. Policy sees the whole patch against the base: steps that are small one
 * by one must not add up to a large one.
 */
export async function judgeCandidate(
  candidate: Candidate,
  { attempt, strategy }: Pick<Accepted, 'attempt'> & Pick<Proposer, 'strategy'>,
  doors: RepairDoors,
): Promise<void> {
  const { ledger, workspace } = doors;
  const { state } = ledger;
  const proposer = { strategy, recipe: candidate.recipe?.name ?? null };
  if (state.request === null) throw new Error('the run was not started');
  if (candidate.changes.every(isNoChange)) {
    const noOp = rejection('no-op', 'The candidate changes nothing.');
    return reject(doors, { attempt, proposer, rejection: noOp, candidate, digest: null });
  }
  const parent = currentRevision(state);
  const changes = await wholePatch(candidate.changes, parent, workspace);
  const opened = openedIn(candidate, parent);
  const verdict = await checkPatch(changes, { opened, earlierPatches: earlierPatches(state) }, doors);
  const digest = patchDigest(changes);
  if (verdict.kind === 'rejection') {
    return reject(doors, { attempt, proposer, rejection: verdict, candidate, digest });
  }
  if (verdict.kind === 'stop') return decline(doors, attempt, verdict.reason, verdict.detail);
  const { concerns } = verdict;
  const { request } = state;
  await accept({ candidate, changes, digest, attempt, concerns, proposer, opened, request }, doors);
}

/** What a recipe opened for an earlier step stays as that step left it: it is open to no later one. */
function openedIn({ changes, recipe }: Candidate, parent: Revision): readonly string[] {
  const touched = new Set(changes.map(({ path }) => path));
  return [...parent.opened.filter((path) => !touched.has(path)), ...(recipe?.opened ?? [])];
}

function earlierPatches({ revisions, rejected }: RunState): readonly string[] {
  return [
    ...revisions.slice(1).map((revision) => revision.patchDigest),
    ...rejected.flatMap(({ patchDigest: digest }) => (digest === null ? [] : [digest])),
  ];
}

interface Accepted {
  readonly proposer: Proposer;
  readonly opened: readonly string[];
  readonly candidate: Candidate;
  readonly changes: readonly FileChange[];
  readonly digest: string;
  readonly attempt: number;
  readonly concerns: readonly RuleFinding[];
  readonly request: Request;
}

async function accept(
  { candidate, changes, digest, attempt, concerns, proposer, opened, request }: Accepted,
  doors: RepairDoors,
): Promise<void> {
  const { ledger, workspace, progress } = doors;
  const parent = currentRevision(ledger.state);
  const step = { number: attempt, parent, on: parent.commit, changes: candidate.changes };
  const commit = await commitAttempt(workspace, step, request);
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
    proposer,
    opened,
    diff,
    concerns,
  };
  await doors.keepFiles(revision, changes);
  await ledger.append({ kind: 'proposal-accepted', attempt, revision });
}
