import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Report, reportSchema } from '../../src/report/report.js';
import type { SampleRepository } from './sample-repository.js';

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer | Readable;
  readonly onStart?: (child: ChildProcess) => void;
  /** In a process group of its own, as a shell starts it in a terminal. */
  readonly ownGroup?: boolean;
}

/** Runs the bundled command line as a person would, in an environment of its own. */
export function runCli(
  args: readonly string[],
  { cwd, env = {}, input = '', onStart, ownGroup = false }: CliOptions,
): Promise<CliResult> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [process.env.SMART_FIX_TEST_CLI ?? '', ...args], {
    cwd,
    env: { PATH, HOME, ...env },
    detached: ownGroup,
  });
  onStart?.(child);
  if (input instanceof Readable) input.pipe(child.stdin);
  else child.stdin.end(input);
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    texts.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    texts.stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...texts }));
  });
}

/** What a scripted model answers, one after the other: a reply without its ids, or the text of a broken one. */
export type ScriptedReply =
  | string
  | {
      readonly diagnosis?: string;
      readonly changeSummary?: string;
      readonly edits?: readonly {
        readonly path: string;
        readonly oldText: string;
        readonly newText: string;
      }[];
      readonly looks?: readonly object[];
      readonly giveUp?: string | null;
    };

export function writeRecording(folder: string, replies: readonly ScriptedReply[]): string {
  const file = join(mkdtempSync(join(folder, 'recording-')), 'replies.jsonl');
  const lines = replies.map((reply) =>
    JSON.stringify({ reply: typeof reply === 'string' ? reply : completeReply(reply) }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A reply with the fields that a test left out; the ids are filled in by what answers. */
export function completeReply(reply: Exclude<ScriptedReply, string>) {
  return {
    baseRevisionId: '{{baseRevisionId}}',
    executionId: '{{executionId}}',
    diagnosis: 'scripted',
    changeSummary: 'scripted change',
    edits: [],
    giveUp: null,
    ...reply,
  };
}

export interface RepairOptions {
  readonly folder: string;
  readonly gate: string | readonly string[];
  readonly replies?: readonly ScriptedReply[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart?: (child: ChildProcess) => void;
  readonly ownGroup?: boolean;
}

export interface RepairResult extends CliResult {
  readonly report: Report;
  readonly stateFolder: string;
  /** Text of a file in the state folder. */
  read(name: string): string;
  /** What the run left in its own TMPDIR. */
  readonly leftovers: readonly string[];
}

/** `smart-fix run --json` on a sample repository with a scripted model; the report is checked against its schema. */
export async function repair(repository: SampleRepository, options: RepairOptions): Promise<RepairResult> {
  const stateFolder = mkdtempSync(join(options.folder, 'state-'));
  const temporary = mkdtempSync(join(options.folder, 'tmp-'));
  const gates = typeof options.gate === 'string' ? [options.gate] : options.gate;
  const model =
    options.replies === undefined
      ? []
      : ['--provider', 'replay', '--recording', writeRecording(options.folder, options.replies)];
  const result = await runCli(
    [
      'run',
      ...gates.flatMap((gate) => ['--gate', gate]),
      '--state',
      stateFolder,
      '--json',
      ...model,
      ...(options.args ?? []),
    ],
    {
      cwd: repository.folder,
      env: { TMPDIR: temporary, ...options.env },
      ...(options.onStart === undefined ? {} : { onStart: options.onStart }),
      ownGroup: options.ownGroup ?? false,
    },
  );
  const read = (name: string): string => readFileSync(join(stateFolder, name), 'utf8');
  const leftovers = readdirSync(temporary);
  try {
    const report = reportSchema.parse(JSON.parse(result.stdout));
    return { ...result, stateFolder, read, leftovers, report };
  } catch (cause) {
    throw new Error(`no report on standard output (exit ${result.exitCode}):\n${result.stderr}`, { cause });
  }
}
