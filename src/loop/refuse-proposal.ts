import type { Rejection } from '../domain/rejection.js';
import type { Proposer } from '../domain/revision.js';
import type { DeclineReason } from '../ledger/entry.js';
import type { Candidate } from '../repair/strategy.js';
import type { RepairDoors } from './repair-doors.js';

interface Refusal {
  readonly attempt: number;
  readonly proposer: Proposer;
  readonly rejection: Rejection;
  readonly candidate: Candidate | null;
  readonly digest: string | null;
}

/** Records a refused proposal: it costs a proposal (unless a recipe made it), and the next prompt carries the reason. */
export async function reject(
  doors: RepairDoors,
  { attempt, proposer, rejection: why, candidate, digest }: Refusal,
): Promise<void> {
  doors.progress({ kind: 'note', text: `proposal rejected (${why.code}): ${why.detail}` });
  await doors.ledger.append({
    kind: 'proposal-rejected',
    attempt,
    proposer,
    code: why.code,
    detail: why.detail,
    changeSummary: candidate?.changeSummary ?? '',
    patchDigest: digest,
  });
}

/** Records that no candidate came, or none that this run may go on with. */
export async function decline(
  doors: RepairDoors,
  attempt: number,
  reason: DeclineReason,
  detail: string,
): Promise<void> {
  await doors.ledger.append({ kind: 'proposal-declined', attempt, reason, detail });
}
