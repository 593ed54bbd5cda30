import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainCommand } from '../../domain/shell-command.js';
import type { Workspace } from '../../isolate/workspace.js';
import type { Model, ModelPrompt } from '../../repair/model/model.js';
import type { Answer } from '../../repair/strategy.js';
import type { CommandResult, CommandRunner } from '../../verify/command-runner.js';

const MAX_WORDS = 2000;

/** `{prompt}` as a word of its own, quoted or not. */
const PROMPT_WORD = /(?<=^|\s)(["']?)\{prompt\}\1(?=\s|$)/g;

export interface CommandModelOptions {
  /** The person's own words, run by the system's shell. */
  readonly command: string;
  readonly workspace: Pick<Workspace, 'directory' | 'checkout' | 'collectChanges'>;
  /** Commit of the workspace that holds a revision. */
  readonly commitOf: (revisionId: string) => string;
  /** Gives the command `agentEnvironment`, not the environment of the gate. */
  readonly runner: CommandRunner;
  /** Where the prompt may lie for as long as the command runs; outside the worktree. */
  readonly temporaryDirectory: string;
  /** Of one run of the command; null: as long as the run has time. */
  readonly timeoutMs: number | null;
}

/** PATH, HOME and the variables that the person listed (the agent's own key is one), as far as they are set. */
export function agentEnvironment(
  all: Readonly<Record<string, string | undefined>>,
  listed: readonly string[],
): Readonly<Record<string, string>> {
  const entries = ['PATH', 'HOME', ...listed].map((name) => [name, all[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The command with the prompt on its standard input, or, where it says `{prompt}`, with the file's path in its place. */
function commandLine(command: string, file: string): string {
  const path = `'${file.replaceAll("'", "'\\''")}'`;
  const withPath = command.replaceAll(PROMPT_WORD, () => path);
  return withPath === command ? `exec <${path}\n${command}` : withPath;
}

/** The last words of an agent, shortened from the front. */
function lastWords(output: string): string {
  const text = output.trim();
  return text.length > MAX_WORDS ? `…${text.slice(1 - MAX_WORDS)}` : text;
}

async function runAgent(
  { command, workspace, runner, temporaryDirectory }: CommandModelOptions,
  prompt: ModelPrompt,
  limits: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<CommandResult> {
  const folder = await mkdtemp(join(temporaryDirectory, 'prompt-'));
  try {
    const file = join(folder, 'prompt.md');
    await writeFile(file, `${prompt.system}\n${prompt.user}`, { mode: 0o600 });
    const { directory } = workspace;
    return await runner.run({ command: plainCommand(commandLine(command, file)), directory, ...limits });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function unavailable(what: string, output: string): Answer {
  const words = lastWords(output);
  const detail = `The model command ${what}.${words === '' ? '' : ` Its last words: ${words}`}`;
  return { kind: 'unavailable', reason: 'model-unavailable', detail };
}

/** A coding agent's command line. It edits the worktree; the difference to the revision is its answer. */
export function createCommandModel(options: CommandModelOptions): Model {
  const { workspace, commitOf } = options;
  return {
    name: 'command',
    answersBy: 'worktree',
    price: null,
    async ask(prompt, { signal, limitMs: left }) {
      const limits = { signal, limitMs: Math.min(left, options.timeoutMs ?? left) };
      const commit = commitOf(prompt.binding.baseRevisionId);
      // What the gate left behind is not the agent's work.
      await workspace.checkout(commit, 'ignored');
      const { end, output } = await runAgent(options, prompt, limits);
      switch (end.kind) {
        case 'cancelled':
          return { kind: 'cancelled' };
        case 'timed-out':
          return unavailable(`did not end within ${Math.round(limits.limitMs / 1000)} s`, output);
        case 'signalled':
          return unavailable(`was ended by ${end.signal}`, output);
        case 'exited': {
          if (end.exitCode !== 0) return unavailable(`exited with ${end.exitCode}`, output);
          const { changes, odd } = await workspace.collectChanges(commit);
          return { kind: 'changes', changes, odd, summary: lastWords(output), usage: null };
        }
      }
    },
  };
}
