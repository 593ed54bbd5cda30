import { BROKEN_SUM, CHECK, GOOD } from './broken-sum.js';
import { FAILED_OUTPUT } from './failed-ci.js';
import type { NewFailedRun } from './github/failed-run.js';
import type { FakeGithub, FakeGithubOptions } from './github/fake-github.js';
import type { CommentRecord, IssueRecord, RunRecord } from './github/state.js';
import { type ActionResult, type ActionStart, runAction } from './run-action.js';
import { MODEL_KEY, type ModelAnswer, type ScriptedModel } from './scripted-model.js';

/** A sound default branch; `topic` breaks the sum. */
export function soundProject(
  files: Readonly<Record<string, string>> = {},
  options: FakeGithubOptions = {},
): FakeGithubOptions {
  const sound = { ...BROKEN_SUM, 'src/sum.mjs': 'export const sum = (a, b) => a + b;\n' };
  return { files: { ...sound, '.github/workflows/ci.yml': 'name: ci\n', ...files }, ...options };
}

export interface BrokenPull {
  readonly github: FakeGithub;
  readonly pull: IssueRecord;
}

/** A pull request of octocat, who may write, whose head breaks the sum; with a failed run unless `run` is null. */
export function breakPull(github: FakeGithub, run: NewFailedRun | null = {}): BrokenPull {
  github.person.addCollaborator('octocat', 'write');
  github.person.push('topic', { 'src/sum.mjs': BROKEN_SUM['src/sum.mjs'] });
  const pull = github.person.openPull({ head: 'topic', title: 'A feature' });
  if (run !== null) failPull({ github, pull }, run);
  return { github, pull };
}

/** CI fails on its head. */
export function failPull({ github, pull }: BrokenPull, run: NewFailedRun = {}): RunRecord {
  const jobs = [{ name: 'test', output: FAILED_OUTPUT }];
  return github.addFailedRun({ branch: 'topic', event: 'pull_request', pulls: [pull.number], jobs, ...run });
}

export interface Asking {
  readonly body: string;
  readonly author?: string;
  readonly number?: number;
  readonly answers?: readonly ModelAnswer[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly start?: Partial<ActionStart>;
  /** Changes of the payload, such as another action. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The same comment again. */
  readonly comment?: CommentRecord;
}

export interface Asked extends ActionResult {
  readonly comment: CommentRecord;
}

/** Somebody comments, and the Action starts with that event. */
export async function ask(
  { github, pull }: BrokenPull,
  { folder, model }: { readonly folder: string; readonly model: ScriptedModel },
  asking: Asking,
): Promise<Asked> {
  const { body, author, number = pull.number, answers = [{ reply: GOOD }] } = asking;
  model.mock.reset();
  model.script(answers);
  const comment = asking.comment ?? github.person.comment(number, body, author);
  const result = await runAction({
    github,
    folder,
    event: {
      name: 'issue_comment',
      payload: { ...github.events.issueComment(comment), ...asking.payload },
    },
    inputs: {
      gate: CHECK,
      model: 'scripted',
      'base-url': `${model.mock.url}/v1`,
      'api-key': MODEL_KEY,
      ...asking.inputs,
    },
    ...asking.start,
  });
  return { ...result, comment };
}

/** What smart-fix said under the pull request. */
export const saidBy = ({ github, pull }: BrokenPull): readonly string[] =>
  github
    .comments(pull.number)
    .filter(({ isOurs }) => isOurs)
    .map(({ body }) => body);
