import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK } from './broken-sum.js';
import { addFailure, type FailedCi, type Repair } from './failed-ci.js';
import type { RunRecord } from './github/state.js';
import { type ActionResult, type ActionStart, runAction } from './run-action.js';
import { MODEL_KEY } from './scripted-model.js';

type Mode = 'admit' | 'verify' | 'repair' | 'publish';

/** One job of the workflow as it was played: its end, and the artifact that it left. */
export interface PlayedJob extends ActionResult {
  readonly mode: Mode;
  readonly artifact: string | null;
}

export interface SplitRepair extends Repair {
  readonly rounds?: number;
  /** Powers and places of one job beside those that the workflow gives it. */
  readonly job?: (mode: Mode, round: number) => Partial<ActionStart>;
  /** What somebody does to an artifact before `mode` takes it up; answers the folder that it takes. */
  readonly tamper?: (artifact: string, mode: Mode, round: number) => string | undefined;
  /** False for a repository without a key: the workflow has no model. */
  readonly hasModel?: boolean;
}

/**
 * Plays .github/workflows/repair.yml: one process a job, with the inputs and the power that the workflow gives it, and
 * artifacts that go from one to the next as copies.
 */
export async function playSplitJobs(ci: FailedCi, given: SplitRepair): Promise<readonly PlayedJob[]> {
  return playSplitRun(ci, addFailure(ci, given.run), given);
}

export async function playSplitRun(
  ci: FailedCi,
  failed: RunRecord,
  given: SplitRepair,
): Promise<readonly PlayedJob[]> {
  const { model } = ci;
  const { rounds = 2, hasModel = true } = given;
  if (given.answers !== undefined) model.script(given.answers);
  const jobs: PlayedJob[] = [];
  const play = async (mode: Mode, round: number): Promise<string> => {
    const job = await playJob(mode, round, { ci, failed, given, before: jobs });
    jobs.push(job);
    return job.outputs.next ?? '';
  };
  await play('admit', 0);
  if (jobs[0]?.outputs.go !== 'true') return jobs;
  let next = jobs[0].outputs.next;
  if (next === 'verify') next = await play('verify', 0);
  for (let round = 1; round <= rounds && hasModel && next === 'repair'; round++) {
    next = await play('repair', round);
    if (next === 'verify') next = await play('verify', round);
  }
  await play('publish', 0);
  return jobs;
}

interface Play {
  readonly ci: FailedCi;
  readonly failed: RunRecord;
  readonly given: SplitRepair;
  readonly before: readonly PlayedJob[];
}

async function playJob(mode: Mode, round: number, { ci, failed, given, before }: Play): Promise<PlayedJob> {
  const { github, folder, model } = ci;
  const last = before.findLast(({ artifact }) => artifact !== null);
  const place = mkdtempSync(join(folder, `hand-over-${mode}-`));
  const handOver = join(place, 'artifact');
  if (last?.artifact) {
    cpSync(last.artifact, handOver, { recursive: true });
    const other = given.tamper?.(handOver, mode, round);
    if (other !== undefined) cpSync(other, handOver, { recursive: true });
  }
  const asks = given.hasModel !== false;
  const result = await runAction({
    github,
    folder,
    event: { name: 'workflow_run', payload: github.events.workflowRun(failed) },
    checkout: mode === 'verify',
    ...given.start,
    ...given.job?.(mode, round),
    inputs: {
      mode,
      'hand-over': handOver,
      'ledger-head': last?.outputs['ledger-head'] ?? '',
      gate: CHECK,
      ...(asks ? { model: 'scripted', 'base-url': `${model.mock.url}/v1` } : {}),
      ...(mode === 'verify' ? { 'github-token': '' } : {}),
      ...(mode === 'repair' ? { 'api-key': MODEL_KEY } : {}),
      ...given.inputs,
      ...given.job?.(mode, round)?.inputs,
    },
  });
  const isHandedOver = existsSync(join(handOver, 'ledger.jsonl')) && result.outputs['ledger-head'] !== '';
  return { ...result, mode, artifact: isHandedOver && mode !== 'publish' ? handOver : null };
}
