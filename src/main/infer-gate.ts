import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { GateSource } from '../config/gate-source.js';
import { UsageError } from '../config/usage-error.js';
import type { Repository } from '../isolate/repository.js';
import type { Contexts } from '../verify/infer-gate/evaluate.js';
import { inferFromProject } from '../verify/infer-gate/infer-from-project.js';
import {
  type Inference,
  inferFromWorkflow,
  type WorkflowQuery,
} from '../verify/infer-gate/infer-from-workflow.js';
import type { InferredGate } from '../verify/infer-gate/inferred-gate.js';
import { PROJECT_FILES } from '../verify/infer-gate/project.js';

export interface GatePlace {
  readonly repository: Repository;
  readonly root: string;
  readonly currentFolder: string;
  readonly commit: string;
}

/**
 * The gate of a job, or without one what the files of the commit ask for; null when they say nothing.
 * @throws UsageError when the named workflow or job cannot be read.
 */
export async function inferGate(source: GateSource, place: GatePlace): Promise<InferredGate | null> {
  if (source.workflow === null) return inferProjectGate(place.repository, place.commit);
  const { file, text } = await readWorkflow(source.workflow, place);
  const matrix = Object.fromEntries(source.matrix.map(splitPair));
  const inference = await inferJobGate(
    text,
    { file, name: source.job ?? '', matrix, inputs: null },
    {},
    (path) => readFile(join(place.root, path), 'utf8').catch(() => null),
  );
  if (inference.kind === 'fault') throw new UsageError([`--workflow ${inference.fault}`]);
  return inference.gate;
}

/** GitHub's own limit. */
const MAX_CALLS = 10;

/**
 * Follows calls into other workflows, whose texts `read` knows. GitHub's parser is a large part of the bundle and is
 * loaded only here.
 */
export async function inferJobGate(
  text: string,
  query: WorkflowQuery,
  contexts: Contexts,
  read: (path: string) => Promise<string | null>,
): Promise<Exclude<Inference, { kind: 'called' }>> {
  const { readWorkflowFile } = await import('../adapters/workflow/github-workflow.js');
  const { evaluateExpression } = await import('../adapters/workflow/evaluate-expression.js');
  const scope = { contexts, evaluate: evaluateExpression };
  let [content, wanted]: [string | null, WorkflowQuery] = [text, query];
  for (let calls = 0; calls <= MAX_CALLS; calls += 1) {
    if (content === null) return { kind: 'fault', fault: `${wanted.file} is called and is not there` };
    const reading = readWorkflowFile(wanted.file, content);
    if (reading.kind === 'faults') return { kind: 'fault', fault: reading.faults.join('; ') };
    const inference = inferFromWorkflow(reading.workflow, wanted, scope);
    if (inference.kind !== 'called') return inference;
    wanted = inference.called;
    content = await read(wanted.file);
  }
  return { kind: 'fault', fault: `${query.file} calls workflows that call workflows without end` };
}

export async function inferProjectGate(repository: Repository, commit: string): Promise<InferredGate | null> {
  const paths = new Set(await repository.listFilesOf(commit));
  const texts = await repository.readFilesOf(commit, PROJECT_FILES);
  return inferFromProject({ paths, read: (path) => texts.get(path) ?? null });
}

/** From here, from the root of the repository, or by its bare name from the folder of the workflows. */
async function readWorkflow(name: string, { root, currentFolder }: GatePlace) {
  for (const folder of [currentFolder, root, join(root, '.github', 'workflows')]) {
    const text = await readFile(resolve(folder, name), 'utf8').catch(() => null);
    if (text !== null) return { file: name, text };
  }
  throw new UsageError([`--workflow ${name}: there is no such file, here or in .github/workflows`]);
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
