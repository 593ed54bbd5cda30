import { type Contexts, type Data, type Evaluate, type Evaluation, textOf } from './evaluate.js';
import { isExpression, isList, isMap, type Template } from './template.js';

/** What is known when a value of the workflow is worked out. */
export interface Scope {
  readonly contexts: Contexts;
  readonly evaluate: Evaluate;
}

export type Text =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unknown'; readonly name: string };

/** Evaluates every expression in a value; the first that needs something unknown ends it. */
export function resolve(template: Template, scope: Scope): Evaluation {
  if (isExpression(template)) return scope.evaluate(template.expression, scope.contexts);
  if (isList(template)) {
    const values: Data[] = [];
    for (const each of template) {
      const evaluation = resolve(each, scope);
      if (evaluation.kind === 'unknown') return evaluation;
      values.push(evaluation.value);
    }
    return { kind: 'value', value: values };
  }
  if (isMap(template)) {
    const entries: [string, Data][] = [];
    for (const [key, each] of template) {
      const evaluation = resolve(each, scope);
      if (evaluation.kind === 'unknown') return evaluation;
      entries.push([key, evaluation.value]);
    }
    return { kind: 'value', value: Object.fromEntries(entries) };
  }
  return { kind: 'value', value: template };
}

export function resolveText(template: Template, scope: Scope): Text {
  const evaluation = resolve(template, scope);
  return evaluation.kind === 'unknown' ? evaluation : { kind: 'text', text: textOf(evaluation.value) };
}

/** `secrets.X` and the like in the words of a reason. */
export function describeUnknown(name: string): string {
  const secret = /^secrets\.(.+)$/i.exec(name)?.[1];
  if (secret !== undefined) return `needs the secret ${secret}`;
  if (/^(?:secrets|github\.token)$/i.test(name)) return 'needs the token or secrets of the run';
  if (/^vars\b/i.test(name)) return `needs ${name}, a variable of the repository's settings`;
  return `needs ${name}, which only the run itself knows`;
}
