import { type Data, textOf } from './evaluate.js';
import { type Combination, expandMatrix } from './expand-matrix.js';
import type { Job, Workflow } from './read-workflow.js';
import { resolveText, type Scope } from './resolve.js';

/** A job in one combination of its matrix; the combination is null when it is known only while the workflow runs. */
export interface JobInstance {
  readonly job: Job;
  readonly combination: Combination | null;
}

export type JobChoice =
  | { readonly kind: 'found'; readonly instance: JobInstance }
  /** The job calls a workflow, in which the name means `rest`; null: whatever job it has. */
  | { readonly kind: 'called'; readonly instance: JobInstance; readonly rest: string | null }
  | { readonly kind: 'fault'; readonly fault: string };

export interface JobQuery {
  /** The id of a job, or the name under which a run shows it: `test (20, ubuntu-latest)`. */
  readonly name: string;
  /** Values of the matrix that choose among its combinations. */
  readonly matrix: Readonly<Record<string, string>>;
}

/** GitHub shortens longer names of jobs. */
const LONGEST_NAME = 100;

/** The job of a workflow file that a name means. */
export function findJob({ jobs }: Workflow, query: JobQuery, scope: Scope): JobChoice {
  const instances = jobs.flatMap((job) => instancesOf(job, scope));
  const byName = instances.filter((each) => namesOf(each, scope).some((name) => isName(name, query.name)));
  const byId = instances.filter(({ job }) => job.id === query.name);
  const named = byName.length > 0 ? byName : byId;
  const open = instances.filter(({ job, combination }) => {
    return combination === null && query.name.startsWith(`${textName(job, scope)} (`);
  });
  const [first, ...others] = (named.length > 0 ? named : open).filter((each) => matches(each, query.matrix));
  if (first === undefined)
    return findCaller(instances, query, scope) ?? { kind: 'fault', fault: notFound(jobs, query) };
  if (others.some(({ job }) => job !== first.job)) {
    return { kind: 'fault', fault: `several jobs are called ${query.name}; name one by its id` };
  }
  return first.job.uses === null
    ? { kind: 'found', instance: first }
    : { kind: 'called', instance: first, rest: null };
}

/** GitHub shows a job of a called workflow as `caller / job`. */
function findCaller(instances: readonly JobInstance[], query: JobQuery, scope: Scope): JobChoice | null {
  for (const instance of instances.filter(({ job }) => job.uses !== null)) {
    const rests = namesOf(instance, scope).flatMap((name) => restOf(name, instance, query.name) ?? []);
    const [rest] = rests;
    if (rest !== undefined && matches(instance, query.matrix)) return { kind: 'called', instance, rest };
  }
  return null;
}

function restOf(name: string, { combination }: JobInstance, shown: string): string | null {
  if (shown.startsWith(`${name} / `)) return shown.slice(name.length + 3);
  // In a matrix that only the run knows, the values of the combination follow.
  const isOpen = combination === null && shown.startsWith(`${name} (`) && shown.includes(') / ');
  return isOpen ? shown.slice(shown.indexOf(') / ') + 4) : null;
}

function instancesOf(job: Job, scope: Scope): readonly JobInstance[] {
  const combinations = expandMatrix(job.matrix, scope);
  if (combinations === null) return [{ job, combination: null }];
  return combinations.map((combination) => ({ job, combination }));
}

/** With the values of its own axes, or also of those that `include` added: GitHub shows all that are there. */
function namesOf({ job, combination }: JobInstance, scope: Scope): readonly string[] {
  const known = combination ?? {};
  const contexts = { ...scope.contexts, matrix: { known, isComplete: combination !== null } };
  const name = textName(job, { ...scope, contexts });
  const leaves = Object.values(known).flatMap(leavesOf);
  return leaves.length === 0 ? [name] : [name, `${name} (${leaves.join(', ')})`];
}

function textName(job: Job, scope: Scope): string {
  const name = job.name === null ? null : resolveText(job.name, scope);
  return name?.kind === 'text' && name.text !== '' ? name.text : job.id;
}

function leavesOf(value: Data): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return [textOf(value)];
}

function isName(name: string, shown: string): boolean {
  if (name.trim() === shown.trim()) return true;
  return shown.endsWith('...') && shown.length >= LONGEST_NAME && name.startsWith(shown.slice(0, -3));
}

function matches({ combination }: JobInstance, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const own = combination?.[key];
    return own !== undefined && textOf(own) === value;
  });
}

function notFound(jobs: readonly Job[], { name, matrix }: JobQuery): string {
  const values = Object.entries(matrix).map(([key, value]) => `${key}=${value}`);
  const wanted = values.length === 0 ? name : `${name} with ${values.join(', ')}`;
  return `no job ${wanted}; the file has ${jobs.map(({ id }) => id).join(', ') || 'none'}`;
}
