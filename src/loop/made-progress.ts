import { compareFindings } from '../domain/compare-findings.js';
import type { Execution } from '../domain/execution.js';
import type { FailureClass } from '../domain/failure-class.js';
import type { Scan } from '../domain/scan.js';

/** A red execution with what its log said. */
export interface Red {
  readonly execution: Execution;
  readonly scan: Scan;
}

/** What is mended without a change of meaning, so that a test that fails afterwards failed before. */
const HARMLESS: readonly FailureClass[] = ['format', 'dependency', 'config', 'permission', 'infra'];

/**
 * True when a step left the gate red, and still better: a later command is the red one, some findings are gone and none
 * came, or all are gone and the same command now fails at another tool's hand. `order` are the titles of all commands.
 */
export function madeProgress(before: Red, after: Red, order: readonly string[]): boolean {
  if (after.execution.checks.some(({ name, passed }) => !passed && name !== 'exit-code')) return false;
  const [from, to] = [before, after].map(({ execution }) => positionOf(execution, order)) as [number, number];
  if (from !== to) return to > from;
  const { gone, added } = compareFindings(before.scan.findings, after.scan.findings);
  if (added.length === 0) return gone.length > 0;
  return added.length === after.scan.findings.length && isNextStage(before.scan, after.scan);
}

function positionOf({ commands }: Execution, order: readonly string[]): number {
  return order.lastIndexOf(commands.at(-1)?.command ?? '');
}

/** `lint && test` is one command: when the first half passes, the second speaks for the first time. */
function isNextStage(before: Scan, after: Scan): boolean {
  const tools = new Set(before.findings.map(({ tool }) => tool));
  const isOther = after.findings.every(({ tool }) => !tools.has(tool));
  return isOther && (after.category !== 'test' || HARMLESS.includes(before.category));
}
