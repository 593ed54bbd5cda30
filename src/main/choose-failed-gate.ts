import type { ActionSettings } from '../config/action-settings.js';
import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import type { Gate } from '../domain/shell-command.js';
import type { Repository } from '../isolate/repository.js';
import { type FailureContext, jobName, type NotCovered, runsOf } from '../report/failed-checks.js';
import type { Contexts } from '../verify/infer-gate/evaluate.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import { mergeGates } from '../verify/infer-gate/merge-gates.js';
import { renderGate } from '../verify/infer-gate/render-gate.js';
import { namedGate, withSetup } from './choose-gate.js';
import { inferJobGate, inferProjectGate } from './infer-gate.js';

export interface FailedGate {
  /** Null when nobody named one, and none that would see the failure can be inferred. */
  readonly gate: Gate | null;
  readonly notes: readonly string[];
  /** Failed jobs and steps that it does not hold, and why. */
  readonly notCovered: readonly NotCovered[];
}

type Failed = Pick<FailureContext, 'run' | 'alsoFailed' | 'checks'>;

/** What the inputs say must pass, else the gate of the failed jobs that a change can help. */
export async function chooseFailedGate(
  settings: Pick<ActionSettings, 'gate' | 'setup'>,
  failed: Failed,
  repository: Repository,
): Promise<FailedGate> {
  const named = namedGate(settings);
  if (named !== null) return { gate: named, notes: [], notCovered: unknownToNamed(failed) };
  const { gate, notes, notCovered } = await inferFailedGate(failed, repository);
  return { gate: gate === null ? null : withSetup(gate, settings), notes, notCovered };
}

function toNotCovered(job: FailedJob, failed: Failed, why: string): NotCovered {
  return { name: jobName(job, failed), url: job.url, why };
}

/** Causes that only show in other workflows than the first: what was named may have been named for that one. */
function unknownToNamed(failed: Failed): readonly NotCovered[] {
  return failed.checks
    .filter(({ jobs }) => jobs.every(({ runId }) => runId !== failed.run.runId))
    .flatMap(({ jobs }) =>
      jobs.map((job) => toNotCovered(job, failed, 'it may not be part of the named gate')),
    );
}

/** From the workflow files as they were in that commit, else from the files of the commit. */
async function inferFailedGate(failed: Failed, repository: Repository): Promise<FailedGate> {
  const helped = failed.checks.filter(({ scan }) => scan.actionable);
  const jobs = helped.flatMap((check) => check.jobs);
  const { found, lost } = await inferJobGates(failed, jobs, repository);
  const faults = [...new Set(lost.map(({ why }) => why))];
  const merged = mergeGates(found.map(({ gate }) => gate));
  if (merged.commands.length > 0) {
    const { isBlind, notes, notCovered } = unseen(found, failed);
    if (isBlind) return { gate: null, notes: [...faults, ...notes], notCovered: [] };
    const left = [
      ...unhelped(failed),
      ...lost.map(({ job, why }) => toNotCovered(job, failed, why)),
      ...notCovered,
    ];
    return { gate: merged, notes: [renderGate(merged).trimEnd(), ...faults, ...notes], notCovered: left };
  }
  const gate = await inferProjectGate(repository, failed.run.headSha);
  const why = found.length === 0 ? faults : [...faults, renderGate(merged).trimEnd()];
  const notes = gate === null ? why : [...why, renderGate(gate).trimEnd()];
  return { gate, notes, notCovered: helped.length === 0 ? [] : unhelped(failed) };
}

/** Jobs beside those that a change can help. */
function unhelped(failed: Failed): readonly NotCovered[] {
  return failed.checks
    .filter(({ scan }) => !scan.actionable)
    .flatMap(({ scan, jobs }) =>
      jobs.map((job) => toNotCovered(job, failed, `by its log no change can help (${scan.category})`)),
    );
}

interface FoundGate {
  readonly job: FailedJob;
  readonly gate: InferredGate;
}

async function inferJobGates(failed: Failed, jobs: readonly FailedJob[], repository: Repository) {
  const found: FoundGate[] = [];
  const lost: { readonly job: FailedJob; readonly why: string }[] = [];
  for (const run of runsOf(failed)) {
    const { workflowPath: file, headSha } = run;
    const read = async (path: string) => (await repository.readFilesOf(headSha, [path])).get(path) ?? null;
    for (const job of jobs.filter(({ runId }) => runId === run.runId)) {
      const text = file === null ? null : await read(file);
      if (file === null || text === null) {
        const why = `the workflow file ${file ?? `of ${run.workflowName}`} is not in the commit`;
        lost.push({ job, why });
        continue;
      }
      const query = { file, name: job.name, matrix: {}, inputs: null };
      const inference = await inferJobGate(text, query, contextsOf(run), read);
      if (inference.kind === 'gate') found.push({ job, gate: inference.gate });
      else lost.push({ job, why: `no gate from ${inference.fault}` });
    }
  }
  return { found, lost };
}

/** What the run tells of its `github` context. */
function contextsOf({ event, headSha, headBranch, repository: { owner, name } }: FailedRun): Contexts {
  const known = { event_name: event, sha: headSha, repository: `${owner}/${name}`, repository_owner: owner };
  return { github: { known: { ...known, ...refsOf(event, headBranch) }, isComplete: false } };
}

/** Events whose runs are of one branch or tag. */
const OF_A_BRANCH = ['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'merge_group'];
/** The API calls a tag a branch; a name like this may be one, and then its ref is another. */
const LIKE_A_TAG = /\d\.\d|^v?\d+$/;

function refsOf(event: string, branch: string | null): Readonly<Record<string, string>> {
  if (branch === null) return {};
  if (event.startsWith('pull_request')) return { head_ref: branch };
  if (!OF_A_BRANCH.includes(event)) return {};
  const ref = LIKE_A_TAG.test(branch) ? {} : { ref: `refs/heads/${branch}`, ref_type: 'branch' };
  return { ref_name: branch, head_ref: '', base_ref: '', ...ref };
}

/** Steps that failed and are not part of the gate; when all of them are, it is blind: its pass would repair nothing. */
function unseen(found: readonly FoundGate[], failed: Failed) {
  const steps = new Set(found.flatMap(({ job }) => job.failedSteps.map((step) => `${job.id} ${step}`)));
  const left = found.flatMap(({ job, gate }) =>
    gate.omissions
      .filter(({ what }) => job.failedSteps.includes(what))
      .map((omission) => ({ job, ...omission })),
  );
  return {
    isBlind: steps.size > 0 && new Set(left.map(({ job, what }) => `${job.id} ${what}`)).size === steps.size,
    notes: [
      ...new Set(
        left.map(({ what, reason }) => `the step that failed is not part of the gate: ${what} ${reason}`),
      ),
    ],
    notCovered: left.map(({ job, what, reason }) => toNotCovered(job, failed, `its step ${what} ${reason}`)),
  };
}
