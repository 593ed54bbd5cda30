import { expect } from '@jest/globals';
import type { TestCount } from '../../src/domain/execution.js';
import { type RepairResult, repair, type ScriptedReply } from './run-cli.js';
import { type SampleRepository, sampleRepository } from './sample-repository.js';
import type { ScriptedModel } from './scripted-model.js';

export interface RepairCase {
  readonly files: Readonly<Record<string, string>>;
  readonly gate: string | readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where a person would look first, and the line there as the prompt must quote it; it also shows each edited file. */
  readonly finding: { readonly file: string; readonly line: number };
  readonly quoted: string;
  /** All but the last leave the gate red. */
  readonly replies: readonly Exclude<ScriptedReply, string>[];
  /** Tests that the last command counts on the base and at the end: passed and failed. Null: the tool counts none. */
  readonly tests: readonly [before: Count, after: Count];
}

type Count = readonly [passed: number, failed: number] | null;

export interface ProvenRepair extends RepairResult {
  readonly repository: SampleRepository;
  readonly branch: string;
}

export function replaceText(path: string, oldText: string, newText: string): RepairCase['replies'][number] {
  return { changeSummary: `change ${path}`, edits: [{ path, oldText, newText }] };
}

/**
 * Runs a real toolchain from red to green through the command line and a model: what was found, what the model saw, what was
 * counted, what is on the result branch, and that nothing else changed.
 */
export async function proveRepair(
  folder: string,
  model: ScriptedModel,
  { files, gate, args = [], env = {}, finding, quoted, replies, tests }: RepairCase,
): Promise<ProvenRepair> {
  const repository = sampleRepository(folder, files);
  const before = repository.snapshot();
  model.script(replies.map((reply) => ({ reply })));
  const all = {
    folder,
    gate,
    args: [...model.args(), '--recipes', 'none', ...args],
    env: { ...model.env, ...env },
  };
  const result = await repair(repository, all);
  const { report, exitCode } = result;
  expect({ finding: report.finding, output: report.runs[0]?.commands.at(-1)?.output }).toMatchObject({
    finding,
  });
  expect(report).toMatchObject({ status: 'completed', stopReason: 'fixed', errors: [] });
  expect(exitCode).toBe(0);
  expect(report.usage).toMatchObject({ modelCalls: replies.length, executions: replies.length + 1 });
  expect(report.runs.map(({ status }) => status)).toEqual([...replies.map(() => 'failed'), 'passed']);
  expect(model.prompts()).toHaveLength(replies.length);
  expect(filesShown(model.prompts()[0] ?? '')).toEqual(
    expect.arrayContaining([
      finding.file,
      ...replies.flatMap(({ edits = [] }) => edits.map(({ path }) => path)),
    ]),
  );
  expect(model.prompts()[0]).toMatch(quotedLine(finding.line, quoted));
  const counts = [report.runs[0], report.runs.at(-1)].map((run) => run?.commands.at(-1)?.tests ?? null);
  expect(counts.map(countOf)).toEqual(tests);
  const branch = report.branch ?? '';
  expectOnBranch(repository, branch, replies);
  repository.git('branch', '--quiet', '-D', branch);
  expect(repository.snapshot()).toBe(before);
  expect(result.leftovers).toEqual([]);
  return { ...result, repository, branch };
}

const countOf = (count: TestCount | null): Count => (count === null ? null : [count.passed, count.failed]);

function filesShown(prompt: string): readonly string[] {
  return [...prompt.matchAll(/^file: (.+) \((?:whole|excerpt)/gm)].map(([, path]) => path ?? '');
}

/** A line as a prompt shows it: its number, then the text. */
function quotedLine(line: number, text: string): RegExp {
  return new RegExp(`^ *${line}\\|[ \\t]*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm');
}

/** One commit whose files say what the last edit wrote. */
function expectOnBranch(repository: SampleRepository, branch: string, replies: RepairCase['replies']): void {
  expect(repository.git('rev-list', '--count', `main..${branch}`)).toBe('1');
  for (const { path, newText } of replies.at(-1)?.edits ?? []) {
    expect(repository.git('show', `${branch}:${path}`)).toContain(newText.trim());
  }
}
