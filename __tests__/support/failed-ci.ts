import { BROKEN_SUM, CHECK } from './broken-sum.js';
import type { NewFailedRun } from './github/failed-run.js';
import type { FakeGithub, FakeGithubOptions } from './github/fake-github.js';
import type { RunRecord } from './github/state.js';
import { type ActionResult, type ActionStart, runAction } from './run-action.js';
import { MODEL_KEY, type ModelAnswer, type ScriptedModel } from './scripted-model.js';

/** What the failed job printed: the one wrong line of the sample. */
export const FAILED_OUTPUT = 'src/sum.mjs:1: error: sum is 5';

export interface FailedCi {
  readonly github: FakeGithub;
  readonly folder: string;
  readonly model: ScriptedModel;
}

/** Where the sample project fails in CI. */
export function brokenProject(options: FakeGithubOptions = {}): FakeGithubOptions {
  return { files: { ...BROKEN_SUM, '.github/workflows/ci.yml': 'name: ci\n' }, ...options };
}

export interface Repair {
  readonly run?: NewFailedRun;
  readonly answers?: readonly ModelAnswer[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly start?: Partial<ActionStart>;
}

/** A `workflow_run` failure of the sample, taken up by the Action with a scripted model. */
export function repairFailedCi(ci: FailedCi, { run, ...repair }: Repair): Promise<ActionResult> {
  return repairRun(ci, addFailure(ci, run), repair);
}

export function addFailure({ github }: FailedCi, run: NewFailedRun = {}): RunRecord {
  return github.addFailedRun({ jobs: [{ name: 'test', output: FAILED_OUTPUT }], ...run });
}

/** The same for a run that is there already. */
export function repairRun(
  { github, folder, model }: FailedCi,
  failed: RunRecord,
  { answers, inputs = {}, start = {} }: Omit<Repair, 'run'>,
): Promise<ActionResult> {
  if (answers !== undefined) model.script(answers);
  return runAction({
    github,
    folder,
    event: { name: 'workflow_run', payload: github.events.workflowRun(failed) },
    inputs: {
      gate: CHECK,
      model: 'scripted',
      'base-url': `${model.mock.url}/v1`,
      'api-key': MODEL_KEY,
      ...inputs,
    },
    ...start,
  });
}
