import type { ShellCommand } from '../../domain/shell-command.js';
import { type CallInputs, readCall, withInputs } from './called-workflow.js';
import { readCheckouts } from './checkouts.js';
import { textOf } from './evaluate.js';
import { findJob, type JobInstance, type JobQuery } from './find-job.js';
import type { InferredGate, Omission } from './inferred-gate.js';
import { readUsesStep } from './read-uses-step.js';
import { type Job, readWorkflow } from './read-workflow.js';
import { resolve, resolveText, type Scope } from './resolve.js';
import { NO_ENVIRONMENT, resolveEnvironment } from './resolve-environment.js';
import { readRunStep, type StepPlace } from './step-command.js';
import { isMap, type TemplateMap } from './template.js';

export interface WorkflowQuery extends Omit<JobQuery, 'name'> {
  /** Path of the workflow file. */
  readonly file: string;
  /** Null for the only job of a workflow that is called. */
  readonly name: string | null;
  /** What a caller hands over; null for a workflow that nobody calls. */
  readonly inputs: CallInputs | null;
}

export type Inference =
  | { readonly kind: 'gate'; readonly gate: InferredGate }
  /** The job is another's, of a workflow of the same commit that is called in place of steps. */
  | { readonly kind: 'called'; readonly called: WorkflowQuery }
  | { readonly kind: 'fault'; readonly fault: string };

/** The gate of one job: its `run` steps in order, as they would run when everything goes well. */
export function inferFromWorkflow(
  template: TemplateMap,
  { file, name, matrix, inputs }: WorkflowQuery,
  given: Scope,
): Inference {
  const workflow = readWorkflow(template);
  const outer = inputs === null ? given : withInputs(given, inputs, workflow);
  const [only, ...others] = workflow.jobs;
  if (name === null && (only === undefined || others.length > 0)) {
    const jobs = workflow.jobs.map(({ id }) => id).join(', ') || 'none';
    return {
      kind: 'fault',
      fault: `${file} is called, and has the jobs ${jobs}; name one behind its caller`,
    };
  }
  const choice = findJob(workflow, { name: name ?? only?.id ?? '', matrix }, outer);
  if (choice.kind === 'fault') return { kind: 'fault', fault: `${file}: ${choice.fault}` };
  const { instance } = choice;
  if (choice.kind === 'called') {
    const called = readCall(instance, inCombination(instance, outer));
    return typeof called === 'string'
      ? { kind: 'fault', fault: `${file}: ${called}` }
      : { kind: 'called', called: { ...called, name: choice.rest, matrix: {} } };
  }
  const place = placeOf(instance, workflow.environment, outer);
  const { commands, omissions } = readSteps(place);
  const gate = {
    origin: `${file}, job ${titleOf(instance)}`,
    ...splitSetup(commands),
    omissions: [...jobOmissions(place), ...omissions],
  };
  return { kind: 'gate', gate };
}

function inCombination({ combination }: JobInstance, outer: Scope): Scope {
  const matrix = { known: combination ?? {}, isComplete: combination !== null };
  return { ...outer, contexts: { ...outer.contexts, matrix } };
}

function placeOf(instance: JobInstance, workflowEnvironment: Job['environment'], outer: Scope): StepPlace {
  const { job } = instance;
  const inMatrix = inCombination(instance, outer);
  const system = systemOf(job, inMatrix);
  const runner = { known: system === null ? {} : { os: system }, isComplete: false };
  const scope: Scope = { ...inMatrix, contexts: { ...inMatrix.contexts, runner } };
  // Every runner sets it, and many tools heed it.
  const runnerOwn = { ...NO_ENVIRONMENT, values: { CI: 'true' } };
  const ofWorkflow = resolveEnvironment(workflowEnvironment, runnerOwn, scope);
  const checkouts = readCheckouts(job, scope);
  return {
    job,
    scope,
    system,
    checkouts,
    environment: resolveEnvironment(job.environment, ofWorkflow, scope),
  };
}

const SYSTEMS: readonly (readonly [label: RegExp, system: string])[] = [
  [/^(?:ubuntu|linux)\b/i, 'Linux'],
  [/^macos\b/i, 'macOS'],
  [/^windows\b/i, 'Windows'],
];

function systemOf({ runsOn }: Job, scope: Scope): string | null {
  const labels = resolve(runsOn, scope);
  if (labels.kind === 'unknown') return null;
  const texts = Array.isArray(labels.value) ? labels.value.map(textOf) : [textOf(labels.value)];
  return SYSTEMS.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? null;
}

interface OrderedCommand {
  readonly command: ShellCommand;
  readonly purpose: 'check' | 'setup';
}

function readSteps(place: StepPlace) {
  const commands: OrderedCommand[] = [];
  const omissions: Omission[] = [];
  for (const step of place.job.steps) {
    if (step.run === null) {
      const omission = readUsesStep(step, place.scope);
      if (omission !== null) omissions.push(omission);
      continue;
    }
    const reading = readRunStep(step, place);
    if (reading.kind === 'command') commands.push(reading);
    else omissions.push(reading.omission);
  }
  return { commands, omissions };
}

/** What comes before the first check prepares it; a job without a check is what its steps are. */
function splitSetup(ordered: readonly OrderedCommand[]) {
  const first = Math.max(
    0,
    ordered.findIndex(({ purpose }) => purpose === 'check'),
  );
  const all = ordered.map(({ command }) => command);
  return { setup: all.slice(0, first), commands: all.slice(first) };
}

function jobOmissions({ job, environment, system, scope }: StepPlace): readonly Omission[] {
  const container = resolveText(
    isMap(job.container) ? (job.container.get('image') ?? null) : job.container,
    scope,
  );
  return [
    ...(job.container === null
      ? []
      : [
          {
            what: 'container',
            reason: `the job runs in ${container.kind === 'text' ? container.text : 'a container'}, and here on this machine`,
          },
        ]),
    ...job.services.map((name) => ({ what: `service ${name}`, reason: 'is not started here' })),
    ...(system === 'Windows' || system === 'macOS'
      ? [{ what: 'runs-on', reason: `the job runs on ${system}, and here on this machine` }]
      : []),
    ...environment.missing.map(({ what, reason }) => ({ what: `variable ${what}`, reason })),
  ];
}

function titleOf({ job, combination }: JobInstance): string {
  const values = Object.entries(combination ?? {}).map(([key, value]) => `${key} ${textOf(value)}`);
  return values.length === 0 ? job.id : `${job.id} (${values.join(', ')})`;
}
