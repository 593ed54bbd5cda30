import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import {
  isBasicExpression,
  isBoolean,
  isMapping,
  isNumber,
  isSequence,
  isString,
} from '@actions/workflow-parser/templates/tokens/type-guards';
import { parse } from 'yaml';
import type { Template, WorkflowReading } from '../../verify/infer-gate/template.js';

type Token = NonNullable<ReturnType<typeof parseWorkflow>['value']>;

/** Reads a workflow file with GitHub's own parser and schema. */
export function readWorkflowFile(name: string, content: string): WorkflowReading {
  const json = toJson(content);
  if (json.kind === 'faults') return json;
  const faults = read(name, content).context.errors.getErrors();
  if (faults.length > 0) return { kind: 'faults', faults: faults.map(({ message }) => message) };
  // The parser takes expressions in a block scalar from its raw source, indentation included; JSON has no blocks.
  const { value } = read(name, json.text);
  const workflow = value === undefined ? null : templateOf(value);
  return workflow instanceof Map
    ? { kind: 'workflow', workflow }
    : { kind: 'faults', faults: [`${name} is no workflow`] };
}

const read = (name: string, content: string) =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter());

/** Also the guard: GitHub's reader would expand a bomb of aliases, which this one refuses. */
function toJson(
  content: string,
): Extract<WorkflowReading, { kind: 'faults' }> | { kind: 'text'; text: string } {
  try {
    return { kind: 'text', text: JSON.stringify(parse(content, { logLevel: 'error' })) };
  } catch (error) {
    return { kind: 'faults', faults: [(error as Error).message.split('\n', 1)[0] ?? ''] };
  }
}

function templateOf(token: Token): Template {
  if (isBasicExpression(token)) return { kind: 'expression', expression: token.expression };
  if (isString(token) || isNumber(token) || isBoolean(token)) return token.value;
  if (isSequence(token)) return [...token].map(templateOf);
  if (isMapping(token)) {
    return new Map([...token].map(({ key, value }) => [key.toString(), templateOf(value)]));
  }
  return null;
}
