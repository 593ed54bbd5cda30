import { type ActionSettings, toRunSettings } from '../../config/action-settings.js';
import { UsageError } from '../../config/usage-error.js';
import { digestOf } from '../../domain/digest.js';
import { outcome } from '../../domain/outcome.js';
import type { Fact } from '../../ledger/entry.js';
import { runsOf } from '../../report/failed-checks.js';
import type { Start } from '../action.js';
import type { JobEnd, ModeEnd } from '../action-end.js';
import { annotateFailure } from '../annotate.js';
import { type Diagnosis, diagnoseTarget, untoldContext } from '../diagnose.js';
import { endEarly } from '../end-early.js';
import { findTarget } from '../find-target.js';
import { findEarlierReds } from '../fix-doors.js';
import { SILENT } from '../progress-teller.js';
import { rerunTransient } from '../rerun-transient.js';
import { openSession, type Session } from '../session.js';
import { startFact } from '../start-fact.js';
import { bindingOf, startRecord } from './hand-over.js';
import { refuseFix } from './refuse-fix.js';
import { bentSettings, providerOf, withFetched } from './split-run.js';

type Failure = Extract<Diagnosis, { kind: 'failure' }>;

/**
 * The first job of the split form: who may, which run, and whether it is being repaired already. It has what only the
 * machine spoiled run once more, takes the lease, and writes the first facts of the ledger; it runs no code of the
 * repository.
 */
export async function admit(given: Start): Promise<ModeEnd> {
  const session = openSession(given);
  const target = await findTarget({ ...session, ...given });
  if (target.kind === 'end')
    return endAdmission(
      { outcome: target.outcome, context: untoldContext(target.run) },
      target.waiting !== undefined,
      given,
    );
  const start = { ...given, settings: bentSettings(given.settings, target) };
  return withFetched(target, start, session, async (open) => {
    const parts = { ...session, ...start, teller: SILENT };
    const first = await diagnoseTarget(target, parts, open);
    const diagnosis = await rerunTransient(first, target, parts, open);
    annotateFailure(diagnosis, start.redact);
    const isAsked = target.asked !== null;
    if (diagnosis.kind === 'end') return endAdmission(diagnosis, isAsked, start);
    const taken = await refuseFix(diagnosis, start, session);
    if (taken !== null) {
      const end = outcome(taken.reason, taken.detail);
      return endAdmission({ outcome: end, context: diagnosis.told }, isAsked, start);
    }
    return begin(diagnosis, given, start.settings, session);
  });
}

/** Ends that somebody has to be told of, or waits for, go on to the job that may write. */
async function endAdmission(
  { outcome: end, context }: Omit<Extract<Diagnosis, { kind: 'end' }>, 'kind'>,
  isAsked: boolean,
  start: Start,
): Promise<ModeEnd> {
  const told = await endEarly({ ...start, outcome: end, context, host: null });
  const isForPeople = end.status === 'needs-human' || end.status === 'partial';
  const isToTell = isAsked || isForPeople || end.stopReason === 'disabled-after-revert';
  const job: JobEnd = {
    next: isToTell ? 'publish' : null,
    ledgerHead: null,
    runs: context === null ? [] : runsOf(context),
  };
  return { ...told, job };
}

/** The jobs are bound by the workflow's inputs; what is asked for is what the comment makes of them. */
async function begin(
  { target, told, gate }: Failure,
  start: Start,
  bent: ActionSettings,
  { context, client }: Session,
): Promise<ModeEnd> {
  const { run } = target;
  const earlierReds = await findEarlierReds({ client, context, target });
  const settings = toRunSettings(bent);
  const provider = providerOf(settings);
  const { record, ledgerPath } = await startRecord(start, context);
  try {
    const looksFlaky = told.checks.some(({ scan }) => scan.flaky !== null);
    const binding = { ...bindingOf(start, context, run), looksFlaky, earlierReds };
    const fact = startFact({ settings, gate, baseCommit: run.headSha, model: { provider }, record });
    await record.ledger.append({ kind: 'run-bound', binding });
    await record.ledger.append(fact);
    requireOpen(record.ledger.entries.at(-1)?.fact, fact.requestDigest);
    await record.ledger.append({ kind: 'handed-over', from: 'admit', next: 'verify', outcome: null });
    const ledgerHead = record.ledger.entries.at(-1)?.hash ?? null;
    const job: JobEnd = { next: 'verify', ledgerHead, runs: runsOf(target) };
    return { outcome: null, job, report: null, issueUrl: null, statePath: null, ledgerPath };
  } finally {
    await record.close();
  }
}

/** What is stored passes the redaction: a request that it changes could not be carried out in another job. */
function requireOpen(stored: Fact | undefined, digest: string): void {
  if (stored?.kind === 'run-started' && digestOf(stored.request) === digest) return;
  throw new UsageError([
    'the gate or another setting holds what looks like a credential, which must not go from job to job; use mode all, or take it out',
  ]);
}
