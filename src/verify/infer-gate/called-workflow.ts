import type { Data } from './evaluate.js';
import type { JobInstance } from './find-job.js';
import type { Workflow } from './read-workflow.js';
import { resolve, resolveText, type Scope } from './resolve.js';
import { isMap } from './template.js';

/** What a job hands over to the workflow that it calls. */
export interface CallInputs {
  readonly known: Readonly<Record<string, Data>>;
  /** Names of those whose values only the run knows. */
  readonly unknown: readonly string[];
}

/** The workflow of the same commit that a job calls, and with what; or why it is not read, in words. */
export function readCall(
  { job }: JobInstance,
  scope: Scope,
): { readonly file: string; readonly inputs: CallInputs } | string {
  const uses = resolveText(job.uses, scope);
  const called = uses.kind === 'text' ? uses.text : '';
  const file = /^\.\/(\.github\/workflows\/[^/@]+\.ya?ml)$/.exec(called)?.[1];
  if (file === undefined) return `${job.id} calls ${called}, which is no file of this commit and is not read`;
  const known: Record<string, Data> = {};
  const unknown: string[] = [];
  for (const [name, template] of isMap(job.with) ? job.with : []) {
    const value = resolve(template, scope);
    if (value.kind === 'value') known[name] = value.value;
    else unknown.push(name);
  }
  return { file, inputs: { known, unknown } };
}

/** The scope of a called workflow: what was handed over, and its own defaults for what was not. */
export function withInputs(scope: Scope, { known, unknown }: CallInputs, { inputs }: Workflow): Scope {
  const all: Record<string, Data> = { ...known };
  for (const [name, template] of inputs) {
    const value = name in known || unknown.includes(name) ? null : resolve(template, scope);
    if (value?.kind === 'value') all[name] = value.value;
  }
  const context = { known: all, isComplete: unknown.length === 0 };
  return { ...scope, contexts: { ...scope.contexts, inputs: context } };
}
