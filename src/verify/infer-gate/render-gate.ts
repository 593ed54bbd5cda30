import type { ShellCommand } from '../../domain/shell-command.js';
import type { InferredGate } from './inferred-gate.js';

/** A gate for people: what runs, where, with which environment, and what is left out and why. */
export function renderGate({ origin, setup, commands, omissions }: InferredGate): string {
  return [
    `gate inferred from ${origin}`,
    ...section('setup, before every run of the gate', setup.map(renderCommand)),
    ...section(
      'gate, in this order',
      commands.length === 0 ? ['  (no command of it can be run here)'] : commands.map(renderCommand),
    ),
    ...section(
      'not reproduced',
      omissions.map(({ what, reason }) => `  - ${what}: ${reason}`),
    ),
    '',
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${heading}:`, ...lines];
}

function renderCommand({ text, folder, environment, shell }: ShellCommand): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const isPlain = shell.join(' ') === '/bin/sh -c';
  const around = [
    ...(folder === '.' ? [] : [`in ${folder}`]),
    ...(variables.length === 0 ? [] : [`with ${variables.join(' ')}`]),
    ...(isPlain ? [] : [`by ${shell.slice(0, -1).join(' ')}`]),
  ].join(', ');
  const lines = text.split('\n').map((line, index) => `${index === 0 ? '  $ ' : '    '}${line}`);
  return [...lines, ...(around === '' ? [] : [`    (${around})`])].join('\n');
}
