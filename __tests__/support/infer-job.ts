import { evaluateExpression } from '../../src/adapters/workflow/evaluate-expression.js';
import { readWorkflowFile } from '../../src/adapters/workflow/github-workflow.js';
import type { CallInputs } from '../../src/verify/infer-gate/called-workflow.js';
import type { Contexts } from '../../src/verify/infer-gate/evaluate.js';
import { type Inference, inferFromWorkflow } from '../../src/verify/infer-gate/infer-from-workflow.js';
import type { InferredGate } from '../../src/verify/infer-gate/inferred-gate.js';

export interface InferOptions {
  readonly name?: string | null;
  readonly inputs?: CallInputs | null;
  readonly matrix?: Readonly<Record<string, string>>;
  readonly contexts?: Contexts;
}

/** What is inferred from the text of a workflow file, read by GitHub's own parser. */
export function inferJob(
  text: string,
  { name = 'test', matrix = {}, contexts = {}, inputs = null }: InferOptions = {},
): Inference {
  const reading = readWorkflowFile('ci.yml', text);
  if (reading.kind === 'faults')
    throw new Error(`the workflow of the test is wrong: ${reading.faults.join('; ')}`);
  const scope = { contexts, evaluate: evaluateExpression };
  return inferFromWorkflow(reading.workflow, { file: 'ci.yml', name, matrix, inputs }, scope);
}

export function gateOf(text: string, options?: InferOptions): InferredGate {
  const inference = inferJob(text, options);
  if (inference.kind !== 'gate') throw new Error(inference.kind === 'fault' ? inference.fault : 'is called');
  return inference.gate;
}

/** A workflow whose job `test` has these steps, as YAML of a list; `job` are further keys of the job. */
export function workflowWith(steps: string, job = ''): string {
  const indent = (text: string, by: number) =>
    text
      .trim()
      .split('\n')
      .map((line) => ' '.repeat(by) + line)
      .join('\n');
  return `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n${job === '' ? '' : `${indent(job, 4)}\n`}    steps:\n${indent(steps, 6)}\n`;
}
