import { type RunnerContext, readRunner } from '../../adapters/actions/read-event.js';
import type { Sandbox } from '../../adapters/sandbox/sandbox.js';
import { createTerminal } from '../../adapters/terminal/terminal.js';
import { toRunSettings } from '../../config/action-settings.js';
import type { RunSettings } from '../../config/settings.js';
import { UsageError } from '../../config/usage-error.js';
import { outcome } from '../../domain/outcome.js';
import type { Progress } from '../../domain/progress.js';
import { branchName } from '../../isolate/branch-name.js';
import type { Repository } from '../../isolate/repository.js';
import type { Workspace } from '../../isolate/workspace.js';
import type { Job } from '../../ledger/entry.js';
import { currentExecution, currentRevision } from '../../ledger/fold.js';
import { setUp } from '../../loop/observe-gate.js';
import type { Powers, RepairDoors } from '../../loop/repair-doors.js';
import { type LoopEnd, repairLoop } from '../../loop/repair-loop.js';
import { fetchLastGreen, requireRepository, type Start } from '../action.js';
import type { JobEnd, ModeEnd } from '../action-end.js';
import { chooseModel, type ModelChoice } from '../choose-model.js';
import { chooseRecipes } from '../choose-recipes.js';
import { chooseRemoteBranch } from '../choose-remote-branch.js';
import { chooseSandbox } from '../choose-sandbox.js';
import { findTarget } from '../find-target.js';
import { fixMemory, hostedReds } from '../fix-doors.js';
import { type LoopRun, openLoopDoors } from '../loop-doors.js';
import { outcomeOfError } from '../outcome-of-error.js';
import { openSession } from '../session.js';
import { type HandedRun, takeHandOver } from './hand-over.js';
import { dataState, providerOf, publishedBranch, withFetched, withoutModel } from './split-run.js';

/** What a job of the split form has of the loop's doors. */
interface WorkParts {
  readonly job: Extract<Job, 'verify' | 'repair'>;
  readonly powers: Powers;
  readonly repository: Repository;
  readonly model: ModelChoice;
  readonly changedSince: LoopRun['door']['changedSince'];
  readonly chooseBranch: (name: string, workspace: Workspace) => ReturnType<RepairDoors['chooseBranch']>;
  readonly deadline: number;
}

/** Runs the gate and the recipes, and holds nothing: no token, no key, and what it says is only believed after a check. */
export async function verify(start: Start): Promise<ModeEnd> {
  const context = readRunner(start.environment);
  const deadline = performance.now() + start.settings.deadline * 1000;
  return withHandOver(start, context, async (handed) => {
    const repository = await requireRepository(context, start.environment);
    const { headCommit } = await repository.readState();
    const { baseCommit } = handed.request;
    if (headCommit !== baseCommit)
      throw new UsageError([
        `the checkout is at ${headCommit}, and the run is for ${baseCommit}; give actions/checkout the admitted sha as its ref`,
      ]);
    return goOn(start, handed, {
      ...{ job: 'verify', repository, deadline },
      powers: { execute: true, askModel: false },
      model: withoutModel(providerOf(toRunSettings(start.settings))),
      changedSince: async () => null,
      // The names on the server are for the jobs that can see them.
      chooseBranch: async (name) => ({ kind: 'free', name, replaces: null, left: [] }),
    });
  });
}

/** Asks the model, and runs nothing: the code is data, read from a repository of our own without a worktree. */
export async function repair(start: Start): Promise<ModeEnd> {
  const session = openSession(start);
  const { context, deadline, remote, host } = session;
  return withHandOver(start, context, async (handed) => {
    const target = await findTarget({ ...session, ...start });
    if (target.kind === 'end') return handOn(handed, 'repair', { kind: 'ended', outcome: target.outcome });
    const { baseCommit } = handed.request;
    if (target.run.headSha !== baseCommit || target.run.runId !== handed.binding.failedRun.runId)
      throw new UsageError(['the event names another failed run than the one that was admitted']);
    return withFetched(target, start, session, async (open) => {
      const repository = await open();
      const state = dataState(baseCommit);
      const place = { repository, remote, host, target, state, ...fixMemory({ ...session, target }) };
      return goOn(start, handed, {
        ...{ job: 'repair', repository, deadline },
        powers: { execute: false, askModel: true },
        model: await modelOf(start, context),
        changedSince: () => fetchLastGreen({ ...session, repository, target }),
        chooseBranch: (name, workspace) => chooseRemoteBranch(name, workspace, place),
      });
    });
  });
}

async function modelOf({ settings, environment }: Start, context: RunnerContext): Promise<ModelChoice> {
  if (settings.apiKey === null || settings.model === null)
    throw new UsageError(['api-key and model: are needed by mode repair, which asks the model']);
  const { stdin, stdout, stderr } = process;
  return chooseModel(toRunSettings(settings), {
    environment: { ...environment, OPENAI_API_KEY: settings.apiKey },
    currentFolder: context.workspace,
    ...{ stdin, stdout, stderr },
  });
}

async function withHandOver(
  start: Start,
  context: RunnerContext,
  work: (handed: HandedRun) => Promise<ModeEnd>,
): Promise<ModeEnd> {
  const handed = await takeHandOver(start, context);
  try {
    return await work(handed);
  } finally {
    await handed.record.close();
  }
}

/** The loop, as far as this job's powers go. What breaks it is an end that is handed on like any other. */
async function goOn(start: Start, handed: HandedRun, parts: WorkParts): Promise<ModeEnd> {
  const broken = (error: unknown): LoopEnd => ({
    kind: 'ended',
    outcome: start.stop.signal.aborted
      ? outcome('cancelled', 'The job was cancelled.')
      : outcomeOfError(error),
  });
  const end = await loopIn(start, handed, parts).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    return broken(error);
  });
  return handOn(handed, parts.job, end);
}

async function loopIn(start: Start, handed: HandedRun, parts: WorkParts): Promise<LoopEnd> {
  const { environment, redact } = start;
  const { record } = handed;
  const settings = toRunSettings(start.settings);
  const choice = parts.powers.execute
    ? await chooseSandbox({ ...settings, environment, holdsSecrets: false })
    : ({ kind: 'chosen', sandbox: null, notes: [] } as const);
  if (choice.kind === 'unavailable')
    return { kind: 'ended', outcome: outcome('sandbox-unavailable', choice.detail) };
  const progress = createTerminal({
    stream: process.stdout,
    ...{ environment, redact, verbose: settings.verbose },
  });
  try {
    for (const text of choice.notes) progress({ kind: 'note', text });
    if (parts.powers.execute)
      await record.ledger.append({ kind: 'sandbox-chosen', sandbox: choice.sandbox?.kind ?? 'none' });
    return await loopInWorkspace(start, handed, { ...parts, progress, settings, sandbox: choice.sandbox });
  } finally {
    await choice.sandbox?.dispose();
  }
}

interface WorkInSandbox extends WorkParts {
  readonly progress: Progress;
  readonly settings: RunSettings;
  readonly sandbox: Sandbox | null;
}

async function loopInWorkspace(start: Start, handed: HandedRun, parts: WorkInSandbox): Promise<LoopEnd> {
  const { environment, stop, redact } = start;
  const { record, request, binding } = handed;
  const { settings } = parts;
  const workspace = await parts.repository.openWorkspace(request.baseCommit);
  try {
    await handed.restore(workspace);
    const run: LoopRun = {
      ...{ environment, stop, redact, record, ...parts },
      baseCommit: request.baseCommit,
      recipes: chooseRecipes(settings),
      door: {
        ...{ greenBase: 'not-reproduced', looksFlaky: binding.looksFlaky },
        ...hostedReds(binding.earlierReds),
        changedSince: parts.changedSince,
      },
    };
    const doors = await openLoopDoors(workspace, run, async (fingerprint) => {
      const name = branchName(settings.branch, { fingerprint, ...record });
      return publishedBranch(record.ledger.state) ?? parts.chooseBranch(name, workspace);
    });
    // Where real checks were red, a recipe comes first here: it finds the tree as an execution leaves it.
    const { state } = record.ledger;
    if (parts.powers.execute && currentExecution(state)?.status === 'failed')
      await setUp(currentRevision(state).commit, request, doors);
    return await repairLoop({
      ...doors,
      powers: parts.powers,
      async keepFiles(revision, changes) {
        await handed.keepPatch(revision, changes);
        await doors.keepFiles(revision, changes);
      },
    });
  } finally {
    await workspace.dispose();
  }
}

const NEXT = { execute: 'verify', askModel: 'repair' } as const;

/** Writes down where the run goes from here. One that broke goes nowhere: nothing is built on it. */
async function handOn({ record, binding, ledgerPath }: HandedRun, from: Job, end: LoopEnd): Promise<ModeEnd> {
  const told = { report: null, issueUrl: null, statePath: null, ledgerPath };
  const runs = [binding.failedRun];
  const outcome = end.kind === 'ended' ? end.outcome : null;
  if (outcome?.status === 'failed') {
    return { ...told, outcome, job: { next: null, ledgerHead: null, runs } };
  }
  const next = end.kind === 'ended' ? 'publish' : NEXT[end.step];
  await record.ledger.append({ kind: 'handed-over', from, next, outcome });
  const ledgerHead = record.ledger.entries.at(-1)?.hash ?? null;
  const job: JobEnd = { next, ledgerHead, runs };
  const ended = { ...told, job };
  return outcome === null ? { ...ended, outcome } : { ...ended, outcome };
}
