import { suggestion } from '../config/suggest.js';
import { UsageError } from '../config/usage-error.js';
import { exitCodeOf, USAGE_EXIT_CODE } from '../domain/outcome.js';
import { gateCommand } from './gate-command.js';
import type { Host } from './host.js';
import { runCommand } from './run-command.js';
import { scanCommand } from './scan-command.js';
import { usageText, versionText } from './usage.js';

const COMMANDS: Readonly<Record<string, (args: readonly string[], host: Host) => Promise<number>>> = {
  run: runCommand,
  scan: scanCommand,
  gate: gateCommand,
};

/** The command line: picks the command, says errors in words, sets the exit code. Never throws. */
export async function main(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  const host: Host = { environment: env, currentFolder: process.cwd(), stdin, stdout, stderr };
  // A reader that goes away (`| head`), a closed terminal, a full device: the run goes on and leaves its record.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    process.exitCode = await dispatch(argv.slice(2), host);
  } catch (error) {
    process.exitCode = sayError(error, host);
  }
}

async function dispatch(args: readonly string[], host: Host): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') return print(host, versionText());
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return print(host, usageText(rest[0]));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError([`unknown command ${name}${suggestion(name, [...Object.keys(COMMANDS), 'help'])}`]);
  }
  if (rest.includes('--help') || rest.includes('-h')) return print(host, usageText(name));
  return command(rest, host);
}

function print({ stdout }: Host, text: string): number {
  stdout.write(text);
  return 0;
}

function sayError(error: unknown, { stderr }: Host): number {
  if (error instanceof UsageError) {
    for (const fault of error.faults) stderr.write(`smart-fix: ${fault}\n`);
    stderr.write('Run `smart-fix help` for the commands and options.\n');
    return USAGE_EXIT_CODE;
  }
  stderr.write(`smart-fix: ${error instanceof Error ? error.message : String(error)}\n`);
  return exitCodeOf('failed');
}
