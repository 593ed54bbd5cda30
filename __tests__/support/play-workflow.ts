import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateExpression } from '../../src/adapters/workflow/evaluate-expression.js';
import type { Contexts } from '../../src/verify/infer-gate/evaluate.js';
import { CHECK } from './broken-sum.js';
import { addFailure, type FailedCi, type Repair } from './failed-ci.js';
import type { RunRecord } from './github/state.js';
import type { Permissions } from './github/tokens.js';
import { needsOf, OURS, REPAIR_WORKFLOW, type WorkflowJob } from './repair-workflow.js';
import { type ActionResult, type ActionStart, runAction } from './run-action.js';
import { MODEL_KEY } from './scripted-model.js';

/** One job of the workflow as it was played. */
export interface PlayedJob extends ActionResult {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What it handed over; null when nothing. */
  readonly artifact: string | null;
}

export interface Play extends Omit<Repair, 'start'> {
  /** Secrets of the caller; without the key, the repository has no model. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What differs in one job: its event, its environment, its checkout. */
  readonly job?: (name: string) => Partial<ActionStart>;
  /** What somebody does to an artifact that a job has taken up; answers a folder that it gets instead. */
  readonly tamper?: (artifact: string, name: string) => string | undefined;
  /** Jobs that are lost with their runner. */
  readonly lost?: readonly string[];
  readonly failed?: RunRecord;
  /** The job in which somebody cancels the workflow. */
  readonly cancelledIn?: string;
  /** Of our own workflow run. */
  readonly runId?: number;
  /** Nothing is played from this job on. */
  readonly before?: string;
}

/** A workflow run so far; it can be played on more than once. */
export interface Played {
  readonly jobs: readonly PlayedJob[];
  readonly done: Readonly<Record<string, Done>>;
  readonly failed: RunRecord;
}

interface Done {
  readonly result: 'success' | 'failure' | 'cancelled' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Plays .github/workflows/repair.yml: its conditions and inputs are evaluated by GitHub's own expression engine, each job
 * is a process of its own with a token of that job's permissions, and artifacts go from job to job as copies.
 */
export async function playWorkflow(ci: FailedCi, play: Play, so?: Played): Promise<Played> {
  if (play.answers !== undefined) ci.model.script(play.answers);
  const failed = so?.failed ?? play.failed ?? addFailure(ci, play.run);
  const done: Record<string, Done> = { ...so?.done };
  const jobs: PlayedJob[] = [...(so?.jobs ?? [])];
  for (const [name, job] of Object.entries(REPAIR_WORKFLOW.jobs)) {
    if (name === play.before) break;
    if (done[name] !== undefined) continue;
    if (play.cancelledIn === name) {
      done[name] = { result: 'cancelled', outputs: {} };
      continue;
    }
    const isLost = play.lost?.includes(name) === true;
    if (isLost || !isWanted(job, done, contextsOf(ci, play, job, done))) {
      done[name] = { result: isLost ? 'failure' : 'skipped', outputs: {} };
      continue;
    }
    const end = await playJob(name, job, { ci, play, failed, done, played: jobs });
    done[name] = end.done;
    jobs.push(end.job);
  }
  return { jobs, done, failed };
}

interface World {
  readonly ci: FailedCi;
  readonly play: Play;
  readonly failed: RunRecord;
  readonly done: Readonly<Record<string, Done>>;
  readonly played: readonly PlayedJob[];
}

async function playJob(name: string, job: WorkflowJob, world: World) {
  const { ci, play, failed, done, played } = world;
  const temp = mkdtempSync(join(ci.folder, `job-${name}-`));
  const contexts = { ...contextsOf(ci, play, job, done), runner: whole({ temp }) };
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  let result: ActionResult | null = null;
  let inputs: Record<string, string> = {};
  let checkedOut: string | false = false;
  for (const step of job.steps) {
    const inStep = { ...contexts, steps: whole(steps) };
    if (step.if !== undefined && !evaluate(step.if, inStep)) continue;
    const given = Object.fromEntries(
      Object.entries(step.with).map(([key, value]) => [key, fill(String(value), inStep)]),
    );
    const action = step.uses.replace(/@.*/, '');
    if (action === 'actions/checkout') checkedOut = given.ref ?? '';
    if (action === 'actions/download-artifact') {
      takeArtifact(given, played);
      const other = play.tamper?.(given.path ?? '', name);
      if (other !== undefined) {
        rmSync(given.path ?? '', { recursive: true });
        cpSync(other, given.path ?? '', { recursive: true });
      }
    }
    if (action === OURS) {
      inputs = { ...given, ...play.job?.(name)?.inputs };
      result = await runAction({
        github: ci.github,
        folder: ci.folder,
        event: { name: 'workflow_run', payload: ci.github.events.workflowRun(failed) },
        checkout: checkedOut,
        ...(play.runId === undefined ? {} : { ownRunId: play.runId }),
        ...play.job?.(name),
        inputs: { 'github-token': ci.github.tokenWith(permissionsOf(job)), ...withoutEmpty(inputs, given) },
      });
      steps[step.id ?? ''] = { outputs: { ...result.outputs } };
      if (result.exitCode !== 0) break;
    }
    if (action === 'actions/upload-artifact' && existsSync(given.path ?? ''))
      steps[step.id ?? ''] = { outputs: { 'artifact-id': String(played.length + 1) } };
  }
  if (result === null) throw new Error(`the job ${name} does not use our action`);
  const kept = Object.values(steps).some(({ outputs }) => outputs['artifact-id'] !== undefined);
  const atEnd = { ...contexts, steps: whole(steps) };
  const outputs = Object.fromEntries(
    Object.entries(job.outputs).map(([key, value]) => [key, fill(value, atEnd)]),
  );
  return {
    job: { ...result, name, inputs, artifact: kept ? join(temp, 'hand-over') : null },
    done: { result: result.exitCode === 0 ? 'success' : 'failure', outputs } as Done,
  };
}

/** An input that the caller left out is empty, as the runner passes it; an empty token is no default. */
function withoutEmpty(inputs: Record<string, string>, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).filter(([key, value]) => value !== '' || (key in given && key === 'github-token')),
  );
}

/** By its id: an artifact of a job that was not kept is not there. */
function takeArtifact(given: Readonly<Record<string, string>>, played: readonly PlayedJob[]): void {
  const found = played[Number(given['artifact-ids']) - 1]?.artifact;
  if (!found) throw new Error(`there is no artifact ${given['artifact-ids']}`);
  cpSync(found, given.path ?? '', { recursive: true });
}

function permissionsOf({ permissions }: WorkflowJob): Permissions {
  return Object.fromEntries(
    Object.entries(permissions).map(([scope, level]) => [scope.replaceAll('-', '_'), level]),
  );
}

const whole = (known: unknown): Contexts[string] =>
  ({ known, isComplete: true }) as unknown as Contexts[string];

function contextsOf(
  { model }: FailedCi,
  play: Play,
  job: WorkflowJob,
  done: Readonly<Record<string, Done>>,
): Contexts {
  const secrets = play.secrets ?? { 'api-key': MODEL_KEY };
  const asks =
    secrets['api-key'] === undefined ? {} : { model: 'scripted', 'base-url': `${model.mock.url}/v1` };
  const defaults = Object.fromEntries(
    Object.entries(REPAIR_WORKFLOW.on.workflow_call.inputs).map(([name, input]) => [name, input.default]),
  );
  const given = { gate: CHECK, ...play.inputs };
  const rounds = play.inputs?.rounds === undefined ? {} : { rounds: Number(play.inputs.rounds) };
  return {
    inputs: whole({ ...defaults, ...asks, ...given, ...rounds }),
    secrets: whole(secrets),
    needs: whole(Object.fromEntries(needsOf(job).map((name) => [name, done[name]]))),
    github: whole({ run_attempt: 1, event_name: play.job?.('')?.event?.name ?? 'workflow_run' }),
  };
}

/** Needs, and what they needed: GitHub skips a job for a skipped one however far before it. */
function ancestorsOf(job: WorkflowJob): readonly string[] {
  return needsOf(job).flatMap((name) => {
    const before = REPAIR_WORKFLOW.jobs[name];
    return before === undefined ? [name] : [name, ...ancestorsOf(before)];
  });
}

/** A job whose needs did not all succeed is skipped, unless it says otherwise. */
function isWanted(job: WorkflowJob, done: Readonly<Record<string, Done>>, contexts: Contexts): boolean {
  const saysStatus = /\b(always|failure|cancelled|success)\(\)/.test(job.if);
  const allWell = ancestorsOf(job).every((name) => done[name]?.result === 'success');
  const isDefault = job.if === 'success()' || !saysStatus;
  const isCancelled = Object.values(done).some(({ result }) => result === 'cancelled');
  const condition = job.if.replaceAll('cancelled()', String(isCancelled));
  return (!isDefault || allWell) && Boolean(evaluate(condition, contexts));
}

function evaluate(expression: string, contexts: Contexts) {
  const value = evaluateExpression(expression.replace(/^\$\{\{|\}\}$/g, '').trim(), contexts);
  if (value.kind === 'unknown') throw new Error(`not known while playing the workflow: ${value.name}`);
  return value.value;
}

function fill(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{([\s\S]*?)\}\}/g, (_, expression: string) =>
    String(evaluate(expression, contexts) ?? ''),
  );
}
