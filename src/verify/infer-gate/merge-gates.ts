import type { InferredGate } from './inferred-gate.js';

/** One gate for several failed jobs: what they have in common is there once. */
export function mergeGates(gates: readonly InferredGate[]): InferredGate {
  return {
    origin: gates.map(({ origin }) => origin).join(' and '),
    setup: distinct(gates.flatMap(({ setup }) => setup)),
    commands: distinct(gates.flatMap(({ commands }) => commands)),
    omissions: distinct(gates.flatMap(({ omissions }) => omissions)),
  };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
