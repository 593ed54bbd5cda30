/** An expression as the file has it, without `${{ }}`; text around it has become a call of `format`. */
export interface Expression {
  readonly kind: 'expression';
  readonly expression: string;
}

/** A value of a workflow file as GitHub's parser reads it: expressions are kept, nothing is evaluated. */
export type Template = null | boolean | number | string | Expression | readonly Template[] | TemplateMap;

/** Keys in the order of the file. */
export interface TemplateMap extends ReadonlyMap<string, Template> {}

export type WorkflowReading =
  | { readonly kind: 'workflow'; readonly workflow: TemplateMap }
  /** What GitHub's parser says is wrong with the file. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

export function isMap(value: Template | undefined): value is TemplateMap {
  return value instanceof Map;
}

export function isList(value: Template | undefined): value is readonly Template[] {
  return Array.isArray(value);
}

export function isExpression(value: Template | undefined): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
