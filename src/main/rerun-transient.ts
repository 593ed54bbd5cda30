import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as core from '@actions/core';
import { readRun } from '../adapters/github/read-failed-run.js';
import { rerunFailedJobs } from '../adapters/github/rerun-failed-jobs.js';
import { openFailureMemory } from '../adapters/store/failure-memory.js';
import type { ActionSettings } from '../config/action-settings.js';
import type { FailedRun } from '../domain/failed-run.js';
import { inertText } from '../domain/inert-text.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import { deservesRerun, type Rerun, type RerunDoors, rerunOnce } from '../loop/rerun-once.js';
import { type FailureContext, runsOf } from '../report/failed-checks.js';
import { type Diagnosis, diagnoseTarget } from './diagnose.js';
import type { Target } from './find-target.js';
import type { Session } from './session.js';

type Rerunning = Pick<Session, 'client' | 'limits' | 'context'> & {
  readonly settings: Pick<ActionSettings, 'waitForChecks' | 'dryRun'>;
};

/**
 * The diagnosis after its failed jobs ran once more, where that may help and no change of ours can. A run of ours that
 * such a re-run wakes finds attempt 2, which is not run again.
 */
export async function rerunTransient(
  diagnosis: Diagnosis,
  target: Target,
  parts: Parameters<typeof diagnoseTarget>[1],
  openRepository: Parameters<typeof diagnoseTarget>[2],
): Promise<Diagnosis> {
  if (target.asked?.command.verb === 'explain') return diagnosis;
  const after = await rerunFailure(diagnosis, parts);
  return after.kind === 'red' ? diagnoseTarget({ ...target, ...after.still }, parts, openRepository) : after;
}

/** The same end for a later job, by what is to be seen of the runs that were started again; null when none was. */
export function endOfReruns(runs: readonly FailedRun[]): Outcome | null {
  const [again] = runs.filter(({ attempt }) => attempt > 1);
  if (again === undefined) return null;
  const { attempt } = again;
  if (runs.some(({ conclusion }) => conclusion === null)) return outcome('infra', STILL_RUNNING(attempt));
  if (runs.some(({ conclusion }) => conclusion !== 'success')) return null;
  return outcome('flaky', `The run failed, and passed in attempt ${attempt}; nothing was changed.`);
}

type Rerunned =
  | Extract<Diagnosis, { kind: 'end' }>
  | { readonly kind: 'red'; readonly still: Pick<Target, 'run' | 'alsoFailed'> };

async function rerunFailure<Given extends Diagnosis>(
  diagnosis: Given,
  { settings, client, limits, context }: Rerunning,
): Promise<Given | Rerunned> {
  const told = diagnosis.kind === 'end' ? diagnosis.context : diagnosis.told;
  const mayNot = settings.waitForChecks === 0 || settings.dryRun;
  if (told === null || mayNot || !mayPassAgain(diagnosis)) return diagnosis;
  const doors = {
    rerunFailedJobs: (id: number) => rerunFailedJobs(client, told.run.repository, id),
    readRun: (id: number) => readRun(client, told.run.repository, id),
    waitMs: settings.waitForChecks * 1000,
    ...limits,
  };
  const again = await Promise.all(runsOf(told).map((run) => rerun(run, doors)));
  const refused = again.find(({ kind }) => kind === 'not-possible');
  const noted = refused?.kind === 'not-possible' ? withNote(diagnosis, refused.detail) : diagnosis;
  if (again.every(({ kind }) => kind === 'not-possible')) return noted;
  // One that was not started again is as red as it was.
  const [first, ...others] = runsOf(told).map((run, at) => newestOf(run, again[at]));
  const informed = { ...told, run: first ?? told.run, alsoFailed: others };
  const runs = runsOf(informed);
  if (runs.some(({ conclusion }) => conclusion === null))
    return { kind: 'end', outcome: stillRunning(informed), context: informed };
  const [run, ...rest] = runs.filter(({ conclusion }) => conclusion !== 'success');
  if (run !== undefined) return { kind: 'red', still: { run, alsoFailed: rest } };
  await rememberFlaky(informed, join(context.temporaryFolder, 'smart-fix'));
  return { kind: 'end', outcome: wasFlaky(informed), context: informed };
}

const newestOf = (run: FailedRun, again: Rerun | undefined): FailedRun =>
  again?.kind === 'ran' ? again.run : run;

function rerun(run: FailedRun, doors: RerunDoors): Promise<Rerun> {
  core.info(`What failed may pass when it runs again: the failed jobs of run ${run.runId} run once more.`);
  return rerunOnce(run, doors);
}

/** Whether each of the runs may pass when it runs again, and no change of ours can help. */
export function mayPassAgain(diagnosis: Diagnosis): boolean {
  const told = diagnosis.kind === 'end' ? diagnosis.context : diagnosis.told;
  if (told === null || !mayPass(diagnosis)) return false;
  const scans = told.checks.map(({ scan }) => scan);
  return runsOf(told).every((run) => deservesRerun(run, scans));
}

/** What ended for another reason than the failure itself, as a command that names no gate, is not helped by a re-run. */
const mayPass = (diagnosis: Diagnosis): boolean =>
  diagnosis.kind === 'failure' || ['infra', 'permission'].includes(diagnosis.outcome.stopReason);

function withNote<Given extends Diagnosis>(diagnosis: Given, detail: string): Given {
  const note = `The failed jobs could not be started again: ${detail}`;
  core.info(inertText(note));
  if (diagnosis.kind !== 'end') return diagnosis;
  const { outcome: end } = diagnosis;
  return { ...diagnosis, outcome: { ...end, detail: `${end.detail} ${note}` } };
}

function stillRunning(context: FailureContext): Outcome {
  const running = runsOf(context).find(({ conclusion }) => conclusion === null) ?? context.run;
  return outcome('infra', STILL_RUNNING(running.attempt));
}

const STILL_RUNNING = (attempt: number): string =>
  `The failed jobs of the run were started again, as only that may help (attempt ${attempt}), and had not ended when the wait was over. When they fail again, that failure is taken up by itself.`;

/** Named by their tests where the log names them, else by their jobs. */
function wasFlaky({ run, checks }: FailureContext): Outcome {
  const names = checks.flatMap(({ scan, jobs }) => {
    const tests = scan.findings.flatMap(({ test }) => test ?? []);
    return tests.length > 0 ? tests : jobs.map(({ name }) => name);
  });
  return outcome(
    'flaky',
    `${[...new Set(names)].join(', ')} failed and passed when the failed jobs ran once more (attempt ${run.attempt}); nothing was changed.`,
  );
}

async function rememberFlaky({ run, checks }: FailureContext, home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const memory = await openFailureMemory(join(home, 'memory.jsonl'));
  const at = new Date().toISOString();
  for (const { scan } of checks)
    await memory.remember({ at, run: String(run.runId), fingerprint: scan.fingerprint, result: 'flaky' });
}
