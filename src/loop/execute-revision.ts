import { digestOf } from '../domain/digest.js';
import type { Execution } from '../domain/execution.js';
import type { Revision } from '../domain/revision.js';
import type { Scan } from '../domain/scan.js';
import { currentRevision } from '../ledger/fold.js';
import type { GateObservation, Judgement } from '../verify/judge.js';
import { lookCloser, looksFlaky, passesNeeded, runBaseAgain } from './differential-runs.js';
import { judgeGate, scanRed } from './judge-gate.js';
import { observeGate } from './observe-gate.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * Runs the whole gate on the newest revision, judges what was seen, looks closer where that is not enough, scans what
 * was red, and records all of it.
 */
export async function executeRevision(doors: RepairDoors): Promise<void> {
  const { ledger, progress } = doors;
  const { request } = ledger.state;
  const revision = currentRevision(ledger.state);
  if (request === null) throw new Error('the run was not started');
  const { number, revisionId, commit } = revision;
  const isBase = number === 0;
  await ledger.append({ kind: 'execution-reserved', number, revisionId });
  progress({ kind: 'phase', phase: isBase ? 'scan' : 'verify', text: describe(revision) });
  const seen = await observeGate(commit, request, doors);
  let first = judgeGate(seen, { compare: !isBase }, doors);
  // A name that is gone may be one that the base has by chance: it says whether it has it again.
  if (onlyNamesSpeakAgainst(first) && (await runBaseAgain(request, doors)))
    first = judgeGate(seen, { compare: !isBase }, doors);
  const isPass = !isBase && first.status === 'passed';
  const differentials = isPass ? await lookCloser(revision, request, doors) : [];
  const passes = isPass ? passesNeeded(request, doors) : 1;
  const judgement = judgeGate(seen, { compare: !isBase, differentials, passes }, doors);
  const scan = await scanRed(judgement, { runs: seen.runs, commit }, doors);
  if (scan !== null) progress({ kind: 'scanned', scan });
  for (const text of notesOf(judgement)) progress({ kind: 'note', text });
  const execution = receipt(revision, seen, judgement, scan);
  await ledger.append({ kind: 'execution-finished', execution, scan, gateWrites: seen.writes });
  if (isBase && judgement.status === 'failed' && looksFlaky(scan, doors)) await runBaseAgain(request, doors);
}

function onlyNamesSpeakAgainst({ status, checks }: Judgement): boolean {
  const against = checks.filter(({ passed }) => !passed);
  return status === 'failed' && against.every(({ name }) => name === 'test-names');
}

function describe({ number }: Revision): string {
  return number === 0 ? 'the whole gate on the untouched commit' : `the whole gate on attempt ${number}`;
}

/** What the ends of the commands do not tell: the checks that speak against a revision, or how much its pass shows. */
function notesOf({ checks, evidence }: Judgement): readonly string[] {
  const against = checks.filter(({ name, passed }) => !passed && name !== 'exit-code');
  const grade = evidence === null ? [] : [`evidence of grade ${evidence.grade}: ${evidence.why}`];
  return [...against.map(({ name, detail }) => `${name}: ${detail}`), ...grade];
}

function receipt(
  { revisionId, number }: Revision,
  { runs, reported }: GateObservation,
  judgement: Judgement,
  scan: Scan | null,
): Execution {
  return {
    executionId: digestOf([revisionId, number, runs.map((run) => run.command)]),
    revisionId,
    number,
    ...judgement,
    commands: runs,
    reported,
    fingerprint: scan?.fingerprint ?? null,
  };
}
