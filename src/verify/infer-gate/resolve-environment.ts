import type { Context } from './evaluate.js';
import type { Omission } from './inferred-gate.js';
import { describeUnknown, resolveText, type Scope } from './resolve.js';
import { isMap, type Template } from './template.js';

export interface StepEnvironment {
  readonly values: Readonly<Record<string, string>>;
  /** Variables without a value here. */
  readonly missing: readonly Omission[];
}

export const NO_ENVIRONMENT: StepEnvironment = { values: {}, missing: [] };

/** The environment of an inner level (workflow, job, step) over that of the outer one. */
export function resolveEnvironment(
  template: Template,
  outer: StepEnvironment,
  scope: Scope,
): StepEnvironment {
  if (template === null) return outer;
  if (!isMap(template)) {
    const text = resolveText(template, scope);
    const reason = text.kind === 'unknown' ? describeUnknown(text.name) : 'is computed as a whole';
    return { ...outer, missing: [...outer.missing, { what: 'env', reason }] };
  }
  const values = new Map(Object.entries(outer.values));
  const missing = new Map(outer.missing.map((each) => [each.what, each]));
  const inner = withEnvironment(scope, outer);
  for (const [name, value] of template) {
    const text = resolveText(value, inner);
    values.delete(name);
    missing.delete(name);
    if (text.kind === 'text') values.set(name, text.text);
    else missing.set(name, { what: name, reason: describeUnknown(text.name) });
  }
  return { values: Object.fromEntries(values), missing: [...missing.values()] };
}

/** A scope in which `env` is what is known so far. */
export function withEnvironment(scope: Scope, { values, missing }: StepEnvironment): Scope {
  const env: Context = { known: values, isComplete: missing.length === 0 };
  return { ...scope, contexts: { ...scope.contexts, env } };
}
