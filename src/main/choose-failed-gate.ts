import type { ActionSettings } from '../config/action-settings.js';
import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import type { Gate } from '../domain/shell-command.js';
import type { Repository } from '../isolate/repository.js';
import type { FailureContext } from '../report/failed-checks.js';
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
}

/** What the inputs say must pass, else the gate of the failed jobs that a change can help. */
export async function chooseFailedGate(
  settings: Pick<ActionSettings, 'gate' | 'setup'>,
  { run, checks }: FailureContext,
  repository: Repository,
): Promise<FailedGate> {
  const named = namedGate(settings);
  if (named !== null) return { gate: named, notes: [] };
  const jobs = checks.filter(({ scan }) => scan.actionable).flatMap((check) => check.jobs);
  const { gate, notes } = await inferFailedGate(run, jobs, repository);
  return { gate: gate === null ? null : withSetup(gate, settings), notes };
}

/** From the workflow file as it was in that commit, else from the files of the commit. */
async function inferFailedGate(run: FailedRun, jobs: readonly FailedJob[], repository: Repository) {
  const { gates, faults } = await inferJobGates(run, jobs, repository);
  const merged = mergeGates(gates);
  if (merged.commands.length > 0) {
    const { isBlind, notes } = unseen(jobs, merged);
    if (isBlind) return { gate: null, notes: [...faults, ...notes] };
    return { gate: merged, notes: [renderGate(merged).trimEnd(), ...faults, ...notes] };
  }
  const gate = await inferProjectGate(repository, run.headSha);
  const why = gates.length === 0 ? faults : [...faults, renderGate(merged).trimEnd()];
  return { gate, notes: gate === null ? why : [...why, renderGate(gate).trimEnd()] };
}

async function inferJobGates(run: FailedRun, jobs: readonly FailedJob[], repository: Repository) {
  const { workflowPath: file, headSha } = run;
  const gates: InferredGate[] = [];
  const faults: string[] = [];
  const text = file === null ? undefined : (await repository.readFilesOf(headSha, [file])).get(file);
  if (file === null || text === undefined) {
    return { gates, faults: [`the workflow file ${file ?? `of ${run.workflowName}`} is not in the commit`] };
  }
  const read = async (path: string) => (await repository.readFilesOf(headSha, [path])).get(path) ?? null;
  for (const { name } of jobs) {
    const query = { file, name, matrix: {}, inputs: null };
    const inference = await inferJobGate(text, query, contextsOf(run), read);
    if (inference.kind === 'gate') gates.push(inference.gate);
    else faults.push(`no gate from ${inference.fault}`);
  }
  return { gates, faults };
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
function unseen(jobs: readonly FailedJob[], { omissions }: InferredGate) {
  const failed = new Set(jobs.flatMap(({ failedSteps }) => failedSteps));
  const left = omissions.filter(({ what }) => failed.has(what));
  return {
    isBlind: failed.size > 0 && new Set(left.map(({ what }) => what)).size === failed.size,
    notes: left.map(({ what, reason }) => `the step that failed is not part of the gate: ${what} ${reason}`),
  };
}
