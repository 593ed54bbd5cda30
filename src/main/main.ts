import { suggestion } from '../config/suggest.js';
import { UsageError } from '../config/usage-error.js';
import { exitCodeOf, USAGE_EXIT_CODE } from '../domain/outcome.js';
import type { Host } from './host.js';

type Command = (args: readonly string[], host: Host) => Promise<number>;

/** Each loads only what it needs: a scan starts without the parts that repair. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run-command.js')).runCommand,
  scan: async () => (await import('./scan-command.js')).scanCommand,
  gate: async () => (await import('./gate-command.js')).gateCommand,
  apply: async () => (await import('./apply-command.js')).applyCommand,
  doctor: async () => (await import('./doctor/doctor-command.js')).doctorCommand,
  check: async () => (await import('./check-command.js')).checkCommand,
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
  if (name === '--version' || name === '-v') return print(host, (await import('./usage.js')).versionText());
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return print(host, await usage(rest[0]));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError([`unknown command ${name}${suggestion(name, [...Object.keys(COMMANDS), 'help'])}`]);
  }
  if (rest.includes('--help') || rest.includes('-h')) return print(host, await usage(name));
  return (await command())(rest, host);
}

/** Knows the options of every command, and so loads them all. */
async function usage(command?: string): Promise<string> {
  return (await import('./usage.js')).usageText(command);
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
