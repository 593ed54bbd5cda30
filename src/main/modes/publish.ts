import { tmpdir } from 'node:os';
import { type FetchedRepository, fetchRepository } from '../../adapters/git/fetch-repository.js';
import { createTerminal } from '../../adapters/terminal/terminal.js';
import { toRunSettings } from '../../config/action-settings.js';
import { digestOf } from '../../domain/digest.js';
import { type Outcome, outcome } from '../../domain/outcome.js';
import type { FileChange } from '../../domain/patch.js';
import { createSecretSearch, secretValues } from '../../domain/redaction.js';
import { branchName } from '../../isolate/branch-name.js';
import type { Lease } from '../../isolate/lease.js';
import type { Workspace } from '../../isolate/workspace.js';
import { currentRevision, type RunState } from '../../ledger/fold.js';
import { TamperedError } from '../../ledger/tampered-error.js';
import { checkPatch } from '../../loop/check-patch.js';
import { hasRecipesLeft } from '../../loop/choose-rung.js';
import { recheckVerdict } from '../../loop/recheck-verdict.js';
import { firstStop } from '../../loop/stop-rules.js';
import { isOpened } from '../../policy/protected-paths.js';
import { sensitiveAreaOf } from '../../policy/sensitive-areas.js';
import { renderJobSummary } from '../../report/render/job-summary.js';
import { resultProof, type Start } from '../action.js';
import { type ActionEnd, writeSummary } from '../action-end.js';
import { chooseRecipes } from '../choose-recipes.js';
import { type Diagnosis, diagnose } from '../diagnose.js';
import { endEarly } from '../end-early.js';
import { fixMemory, pullDoors } from '../fix-doors.js';
import { githubDoor } from '../github-door.js';
import { openLease } from '../open-lease.js';
import { SILENT } from '../progress-teller.js';
import { readRepositoryMatchers } from '../read-matchers.js';
import { endWith, type RepairRun, withProof } from '../repair-run.js';
import { rerunAtEnd } from '../rerun-transient.js';
import { openSession, type Session } from '../session.js';
import { startFact } from '../start-fact.js';
import { type HandedRun, takeHandOver } from './hand-over.js';
import { dataState, providerOf, withoutModel } from './split-run.js';

type Failure = Extract<Diagnosis, { kind: 'failure' }>;

/**
 * The last job of the split form, and the only one that writes. It believes nothing: who may and what failed is read
 * again, what was handed over is checked, every revision is made again as data, its verdict is computed and policy is
 * asked once more. Nothing of the repository is checked out or run.
 */
export async function publish(start: Start): Promise<ActionEnd> {
  const session = openSession(start);
  let fetched: FetchedRepository | null = null;
  try {
    const diagnosis = await diagnose(start, session, async ({ run }) => {
      fetched = await fetchRepository(run.headSha, session.readRemote, {
        environment: start.environment,
        temporaryRoot: tmpdir(),
      });
      return fetched.repository;
    });
    if (diagnosis.kind === 'end') {
      const ended = await rerunAtEnd(diagnosis, { ...start, ...session });
      return await endEarly({ ...start, ...ended, host: session.host });
    }
    return await publishFailure(diagnosis, start, session);
  } finally {
    await (fetched as FetchedRepository | null)?.dispose();
  }
}

async function publishFailure(failure: Failure, start: Start, session: Session): Promise<ActionEnd> {
  const { told } = failure;
  const end = (outcome: Outcome) => endEarly({ ...start, outcome, context: told, host: session.host });
  if (start.settings.ledgerHead === null) return end(outcome('internal', NOTHING));
  const handed = await takeHandOver(start, session.context);
  const { record, ledgerPath } = handed;
  const lease = openLease(session, start, failure.target);
  try {
    const { runId, attempt } = handed.binding.failedRun;
    if (runId !== told.run.runId)
      throw new TamperedError(`the ledger is for run ${runId}, not ${told.run.runId}`);
    if (attempt !== told.run.attempt)
      return await end(
        outcome('head-moved', `Run ${runId} was started again meanwhile; that attempt counts.`),
      );
    const run = runOf(failure, start, { ...session, lease }, handed);
    requireSameRequest(run, handed);
    if (record.ledger.state.outcome !== null)
      return await end(outcome('duplicate', 'This run was published already.'));
    const report = await endWith(run, () => publishEnd(run, start, handed));
    await writeSummary(start.redact(renderJobSummary(report, told)));
    const { path: statePath } = record.folder;
    return { outcome: report, job: null, report, issueUrl: report.issueUrl, statePath, ledgerPath };
  } finally {
    await lease.release();
    await record.close();
  }
}

const NOTHING =
  'The jobs before handed nothing over; look at their logs. Nothing was tried, and nothing is published.';

function runOf(
  failure: Failure,
  start: Start,
  session: Session & { readonly lease: Lease },
  { record }: HandedRun,
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
    ...{ redact, onSuccess: start.settings.onSuccess, teller: SILENT },
    ...fixMemory({ ...session, target }),
    ...pullDoors({ ...session, target }),
    lease: session.lease,
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

async function publishEnd(run: RepairRun, { redact }: Start, handed: HandedRun): Promise<Outcome> {
  const { record, baseCommit, door, settings } = run;
  const workspace = await run.repository.openWorkspace(baseCommit);
  try {
    const patches = await handed.restore(workspace);
    const { state } = record.ledger;
    const end = endOf(run, state);
    if (end.stopReason !== 'fixed') return end;
    const { revisionId, paths } = currentRevision(state);
    const concern = await recheck(run, workspace, patches.get(revisionId) ?? []);
    if (concern !== null) return concern;
    const fingerprint = state.baselineScan?.fingerprint ?? 'unknown';
    const choice = await door.chooseBranch(
      branchName(settings.branch, { fingerprint, ...record }),
      workspace,
    );
    if (choice.kind === 'refused') return outcome(choice.reason, choice.detail);
    run.progress({ kind: 'note', text: redact(`checked anew: ${paths.join(', ')}`) });
    return (await door.deliver(workspace, choice)) ?? (await prove(run, workspace, end));
  } finally {
    await workspace.dispose();
  }
}

/** What the real checks say of it. Nobody is left in this workflow to answer red ones. */
async function prove(run: RepairRun, workspace: Workspace, end: Outcome): Promise<Outcome> {
  const { record, progress, stop, deadline } = run;
  const { matchers } = await readRepositoryMatchers(run.repository, run.baseCommit, []);
  const timeLeftMs = () => deadline - performance.now();
  const { signal } = stop;
  const { ledger } = record;
  const proof = await run.door.prove({ ledger, workspace, matchers, progress, signal, timeLeftMs });
  if (proof === 'told') return withProof(end, record);
  const red = outcome('max-attempts', 'The fix is out as a draft, but its real checks are red.');
  return withProof(red, record);
}

/** The end by the ledger's facts alone; what only a job could see (its deadline, a cancel) is taken from that job. */
function endOf(run: RepairRun, state: RunState): Outcome {
  const said = state.handedOver?.outcome ?? null;
  if (said?.status === 'cancelled') return said;
  const recipesLeft = hasRecipesLeft(state, run);
  const end = firstStop({
    state,
    greenBase: run.door.greenBase,
    timeLeftMs: 1,
    cancelled: false,
    earlierReds: run.record.memory.reds,
    sensitiveArea: (path) => (isOpened(path, run.settings) ? null : sensitiveAreaOf(path)),
    recipesLeft,
    spendsModelCalls: !recipesLeft,
  });
  if (end !== null) return end;
  if (said?.status === 'completed') throw new TamperedError('a repair is said that the ledger does not show');
  return said ?? spent(state);
}

/** The workflow has no job left for the next step. */
function spent({ executions, revisions }: RunState): Outcome {
  const attempts = Math.max(0, revisions.length - 1);
  return executions.length > 1
    ? outcome(
        'max-attempts',
        `${attempts} attempts were made, and the workflow has no further round; the input rounds allows up to 3.`,
      )
    : outcome('internal', NOTHING);
}

/** Policy and judge once more, on what is about to be published. */
async function recheck(
  run: RepairRun,
  workspace: Workspace,
  changes: readonly FileChange[],
): Promise<Outcome | null> {
  const { ledger } = run.record;
  const { opened } = currentRevision(ledger.state);
  const wasFlaky = () => run.door.looksFlaky;
  recheckVerdict({ ledger, wasFlaky });
  const isOurs = ledger.state.revisions.some(({ proposer }) =>
    run.recipes.some(({ name }) => name === proposer?.recipe),
  );
  if (opened.length > 0 && !isOurs) throw new TamperedError('a patch opens files that no recipe asked for');
  const findSecrets = createSecretSearch(secretValues(run.environment));
  const doors = { ledger, workspace, findSecrets };
  const verdict = await checkPatch(changes, { opened, earlierPatches: [] }, doors);
  if (verdict.kind === 'rejection')
    throw new TamperedError(`policy refuses the patch (${verdict.code}): ${verdict.detail}`);
  if (verdict.kind === 'stop') return outcome(verdict.reason, verdict.detail);
  const said = verdict.concerns.map(({ rule, path, detail }) => `${rule} in ${path}: ${detail}`);
  return said.length === 0 ? null : outcome('weak-evidence', said.join(' '));
}
