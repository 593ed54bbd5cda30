import { createTerminal } from '../../adapters/terminal/terminal.js';
import { type ActionSettings, toRunSettings } from '../../config/action-settings.js';
import { digestOf } from '../../domain/digest.js';
import type { FailedRun } from '../../domain/failed-run.js';
import { type Outcome, outcome } from '../../domain/outcome.js';
import { branchName } from '../../isolate/branch-name.js';
import type { Workspace } from '../../isolate/workspace.js';
import { currentRevision } from '../../ledger/fold.js';
import { TamperedError } from '../../ledger/tampered-error.js';
import { renderJobSummary } from '../../report/render/job-summary.js';
import { resultProof, type Start } from '../action.js';
import { type JobEnd, type ModeEnd, writeSummary } from '../action-end.js';
import { answerCommand } from '../answer-command.js';
import { chooseRecipes } from '../choose-recipes.js';
import { type Diagnosis, diagnoseTarget, untoldContext } from '../diagnose.js';
import { endEarly } from '../end-early.js';
import { reportSoFar } from '../end-run.js';
import { findTarget, type Target } from '../find-target.js';
import { fixMemory, hostedReds, pullDoors } from '../fix-doors.js';
import { githubDoor, tellProof } from '../github-door.js';
import { openLease, releaseShared } from '../open-lease.js';
import { type ProgressTeller, SILENT } from '../progress-teller.js';
import { readRepositoryMatchers } from '../read-matchers.js';
import { endWith, type RepairRun, withProof } from '../repair-run.js';
import { endOfReruns } from '../rerun-transient.js';
import { openSession, type Session } from '../session.js';
import { startFact } from '../start-fact.js';
import { tellUnwanted } from '../tell-unwanted.js';
import { type HandedRun, takeHandOver } from './hand-over.js';
import { readJobResults } from './job-results.js';
import { endOf, firstStopOf, NOTHING, recheck } from './recheck.js';
import { refuseFix } from './refuse-fix.js';
import { dataState, providerOf, publishedBranch, withFetched, withoutModel } from './split-run.js';

type Failure = Extract<Diagnosis, { kind: 'failure' }>;

/**
 * The last job of the split form, and the only one that writes. It believes nothing: who may and what failed is read
 * again, what was handed over is checked, every revision is made again as data, its verdict is computed and policy is
 * asked once more. Nothing of the repository is checked out or run.
 */
export async function publish(start: Start): Promise<ModeEnd> {
  const session = openSession(start);
  let goesOn = false;
  try {
    const end = await publishFor(start, session);
    goesOn = end.outcome === null;
    return end;
  } finally {
    if (!goesOn) await releaseShared(session, start);
  }
}

async function publishFor(start: Start, session: Session): Promise<ModeEnd> {
  const target = await findTarget({ ...session, ...start });
  if (target.kind === 'end') {
    const { run, alsoFailed = [], waiting } = target;
    const outcome = (run && againOf([run, ...alsoFailed], start, session)) ?? target.outcome;
    const { host } = session;
    const end = (settings: ActionSettings) =>
      endEarly({ ...start, settings, outcome, context: untoldContext(run), host });
    if (waiting === undefined) return end(start.settings);
    return answerCommand(waiting.asked, { ...start, ...session, door: waiting.door }, end);
  }
  const go = (settings: ActionSettings, teller: ProgressTeller) =>
    publishTarget(target, { given: start, start: { ...start, settings }, session, teller });
  if (target.asked === null) return go(start.settings, SILENT);
  return answerCommand(target.asked, { ...start, ...session, door: target.door }, go);
}

/** The end that the first job saw when it had the failed jobs run once more; null where something was handed over. */
function againOf(runs: readonly FailedRun[], { settings }: Start, { context }: Session): Outcome | null {
  const isOwn = runs.some(({ runId }) => runId === context.ownRunId);
  return settings.ledgerHead !== null || isOwn ? null : endOfReruns(runs);
}

interface PublishParts {
  /** With the workflow's own inputs, by which its jobs are bound. */
  readonly given: Start;
  /** With the settings that the comment which asks makes of them. */
  readonly start: Start;
  readonly session: Session;
  readonly teller: ProgressTeller;
}

async function publishTarget(target: Target, parts: PublishParts): Promise<ModeEnd> {
  const { given, start, session, teller } = parts;
  const { host } = session;
  const again = againOf([target.run, ...target.alsoFailed], start, session);
  if (again !== null) return endEarly({ ...start, outcome: again, context: untoldContext(target.run), host });
  return withFetched(target, start, session, async (open) => {
    const diagnosis = await diagnoseTarget(target, { ...session, ...start, teller }, open);
    if (diagnosis.kind === 'end')
      return endEarly({ ...start, ...diagnosis, host, isAnswered: target.asked !== null });
    const end = (outcome: Outcome) => endEarly({ ...start, outcome, context: diagnosis.told, host });
    if (given.settings.ledgerHead === null) {
      const taken = await refuseFix(diagnosis, start, session);
      if (taken === null) return end(unseen(start));
      await tellUnwanted(taken, { ...start, target: diagnosis.target, host });
      return end(outcome(taken.reason, taken.detail));
    }
    const handed = await takeHandOver(given, session.context);
    try {
      return (await publishHanded(diagnosis, handed, parts)) ?? (await end(STARTED_AGAIN));
    } finally {
      await handed.record.close();
    }
  });
}

/** Null when the failed run was started again meanwhile. */
async function publishHanded(
  failure: Failure,
  handed: HandedRun,
  { start, session, teller }: PublishParts,
): Promise<ModeEnd | null> {
  const { told } = failure;
  const { record, binding, ledgerPath } = handed;
  const { runId, attempt } = handed.binding.failedRun;
  if (runId !== told.run.runId)
    throw new TamperedError(`the ledger is for run ${runId}, not ${told.run.runId}`);
  if (attempt !== told.run.attempt) return null;
  const run = runOf(failure, start, session, { record, binding, teller });
  requireSameRequest(run, handed);
  const report = await endWith(run, () => publishEnd(run, start, handed));
  if (report === null) {
    // Whatever becomes of the jobs that answer them, the draft says by now that its checks are red.
    const { progress } = run;
    await tellProof(reportSoFar(record), {
      host: session.host,
      target: failure.target,
      failure: told,
      progress,
    });
    return goOn(handed);
  }
  await writeSummary(start.redact(renderJobSummary(report, told)));
  const { path: statePath } = record.folder;
  return { outcome: report, job: null, report, issueUrl: report.issueUrl, statePath, ledgerPath };
}

const STARTED_AGAIN = outcome(
  'head-moved',
  'The failed run was started again meanwhile; that attempt counts.',
);

function runOf(
  failure: Failure,
  start: Start,
  session: Session,
  { record, binding, teller }: Pick<HandedRun, 'record' | 'binding'> & Pick<PublishParts, 'teller'>,
): RepairRun {
  const { target, repository, gate, told } = failure;
  const { environment, stop, redact } = start;
  const settings = toRunSettings(start.settings);
  const { headSha: baseCommit } = target.run;
  const progress = createTerminal({
    stream: process.stdout,
    environment,
    redact,
    verbose: settings.verbose,
  });
  const { host, remote } = session;
  const state = dataState(baseCommit);
  const door = githubDoor({
    ...{ settings, state, repository, record, progress, host, remote, target },
    failure: told,
    lastGreen: async () => null,
    ...{ redact, onSuccess: start.settings.onSuccess, teller },
    ...fixMemory({ ...session, target }),
    ...hostedReds(binding.earlierReds),
    ...pullDoors({ ...session, target }),
    lease: openLease(session, start, target),
    pushes: false,
    proof: resultProof({ ...start, ...session, ...failure }),
  });
  return {
    ...{ settings, gate, baseCommit, repository, record, stop, progress, environment, redact, door },
    recipes: chooseRecipes(settings),
    model: withoutModel(providerOf(settings)),
    // What is pushed with is not for a gate; here none runs.
    holdsSecrets: true,
    deadline: session.deadline,
  };
}

/** What was carried out must be what this job, from its own inputs and the failed run, would have asked for. */
function requireSameRequest(run: RepairRun, { request }: HandedRun): void {
  if (digestOf(startFact(run).request) !== digestOf(request))
    throw new TamperedError('what was carried out is not what this job would have asked for');
}

/** Null when the real checks of what was published are red, and jobs are left to answer them. */
async function publishEnd(run: RepairRun, start: Start, handed: HandedRun): Promise<Outcome | null> {
  const { redact, settings: given } = start;
  const { record, baseCommit, door, settings } = run;
  const workspace = await run.repository.openWorkspace(baseCommit);
  try {
    const patches = await handed.restore(workspace);
    const { state } = record.ledger;
    const end = endOf(run, state, readJobResults(given.jobs));
    if (end.stopReason !== 'fixed') return end;
    const concern = await recheck(run, workspace, patches);
    if (concern !== null) return concern;
    const fingerprint = state.baselineScan?.fingerprint ?? 'unknown';
    const name = branchName(settings.branch, { fingerprint, ...record });
    const choice = publishedBranch(state) ?? (await door.chooseBranch(name, workspace));
    if (choice.kind === 'refused') return outcome(choice.reason, choice.detail);
    const { paths } = currentRevision(state);
    run.progress({ kind: 'note', text: redact(`checked anew: ${paths.join(', ')}`) });
    const replaced = await door.deliver(workspace, choice);
    if (replaced !== null) return replaced;
    if (!(await isRedOnChecks(run, workspace))) return withProof(end, record);
    // What is pushed to the head that failed is a commit of that branch: a person asks for the next one.
    if (given.onSuccess === 'push') return withProof(outcome('max-attempts', STAYS_RED_ON_HEAD), record);
    if (given.publishedHead === null) return redEnd(run);
    return withProof(outcome('max-attempts', STAYS_RED), record);
  } finally {
    await workspace.dispose();
  }
}

const STAYS_RED = 'The fix is out, but its real checks are red.';
/** A run on a head that is our own commit is not taken up by itself. */
const STAYS_RED_ON_HEAD = `${STAYS_RED} Comment /smart-fix to have what they say repaired.`;

/** Red checks are the next failed execution: where the loop's rules end there, nobody has to go on. */
function redEnd(run: RepairRun): Outcome | null {
  const end = firstStopOf(run, run.record.ledger.state);
  return end === null ? null : withProof(end, run.record);
}

/** What the real checks say of it. */
async function isRedOnChecks(run: RepairRun, workspace: Workspace): Promise<boolean> {
  const { record, progress, stop, deadline } = run;
  const { matchers } = await readRepositoryMatchers(run.repository, run.baseCommit, []);
  const timeLeftMs = () => deadline - performance.now();
  const { signal } = stop;
  const { ledger } = record;
  return (await run.door.prove({ ledger, workspace, matchers, progress, signal, timeLeftMs })) === 'red';
}

/** What the first job saw and this one does not any more, as a fix that was merged meanwhile; else a job broke. */
function unseen({ settings }: Start): Outcome {
  const { said } = readJobResults(settings.jobs);
  return said === null ? outcome('internal', NOTHING) : outcome(said, SEEN_BEFORE);
}

const SEEN_BEFORE =
  'The first job of this workflow saw it so, and it was over when the last one looked; ask again for a repair.';

/** Back to the start of the loop: the job that runs code lets recipes have their turn, and hands on to the model. */
async function goOn({ record, binding, ledgerPath }: HandedRun): Promise<ModeEnd> {
  await record.ledger.append({ kind: 'handed-over', from: 'publish', next: 'verify', outcome: null });
  const ledgerHead = record.ledger.entries.at(-1)?.hash ?? null;
  const job: JobEnd = { next: 'verify', ledgerHead, runs: [binding.failedRun] };
  return { outcome: null, job, report: reportSoFar(record), issueUrl: null, statePath: null, ledgerPath };
}
