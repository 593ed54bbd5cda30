/** A value that an expression has: JSON. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** What is known of a context (`matrix`, `env`, `github`, ...) without a runner. */
export interface Context {
  readonly known: { readonly [key: string]: Data };
  /** True when a name that is not known is empty, and not only unknown to us. */
  readonly isComplete: boolean;
}

export type Contexts = Readonly<Record<string, Context>>;

export type Evaluation =
  | { readonly kind: 'value'; readonly value: Data }
  /** `secrets.NPM_TOKEN`, `hashFiles()`: what the expression needs and nobody here knows. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Evaluates an expression by GitHub's rules; the functions of a job's status stand for a job that went well so far. */
export type Evaluate = (expression: string, contexts: Contexts) => Evaluation;

/** What GitHub takes for false. */
export function isTruthy(value: Data): boolean {
  return !(value === null || value === false || value === 0 || value === '' || Number.isNaN(value));
}

/** Text of a value as `${{ }}` puts it into a text. */
export function textOf(value: Data): string {
  if (value === null) return '';
  if (typeof value === 'object') return Array.isArray(value) ? 'Array' : 'Object';
  return String(value);
}
