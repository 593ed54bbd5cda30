import type { ShellCommand } from '../../domain/shell-command.js';
import type { InferredGate } from './inferred-gate.js';

/** One gate for several failed jobs: what they begin with in common is there once, and copies of one job are one. */
export function mergeGates(gates: readonly InferredGate[]): InferredGate {
  return {
    origin: gates.map(({ origin }) => origin).join(' and '),
    setup: joined(gates.map(({ setup }) => setup)),
    commands: joined(gates.map(({ commands }) => commands)),
    omissions: distinct(gates.flatMap(({ omissions }) => omissions)),
  };
}

/** The same command says something else after other commands: only what a list shares from its start may go. */
function joined(lists: readonly (readonly ShellCommand[])[]): readonly ShellCommand[] {
  return lists.flatMap((list, index) => {
    const shared = lists.slice(0, index).map((earlier) => sharedStart(earlier, list));
    return list.slice(Math.max(0, ...shared));
  });
}

function sharedStart(one: readonly ShellCommand[], other: readonly ShellCommand[]): number {
  const first = other.findIndex((command, index) => JSON.stringify(command) !== JSON.stringify(one[index]));
  return first === -1 ? other.length : first;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
