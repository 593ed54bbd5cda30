import type { CommandRun } from '../../domain/execution.js';
import type { Finding } from '../../domain/scan.js';
import { estimateTokens } from './estimate-tokens.js';
import { numberedLines, plainLines, type Window, windowsAround } from './numbered-lines.js';
import { plainLine } from './plain-text.js';

const RADIUS = 6;
const TAIL_LINES = 60;
const MAX_ANCHORS = 8;
const MIN_TAIL_LINES = 10;

function endOf(run: CommandRun): string {
  switch (run.end.kind) {
    case 'exited':
      return `exited with ${run.end.exitCode}`;
    case 'signalled':
      return `ended by ${run.end.signal}`;
    case 'timed-out':
      return `cut after ${Math.round(run.durationMs / 1000)} s (${run.end.limit})`;
    case 'cancelled':
      return 'cancelled';
  }
}

/** Lines of the output that say what the findings say, best finding first. */
function anchorsOf(lines: readonly string[], findings: readonly Finding[]): readonly number[] {
  const anchors = findings.slice(0, MAX_ANCHORS).map((finding) => {
    const said = plainLine(finding.message.split('\n')[0] ?? '', 80).replace(/…$/, '');
    return said === '' ? -1 : lines.findIndex((line) => plainLine(line, 2000).includes(said));
  });
  return anchors.filter((index) => index >= 0).map((index) => index + 1);
}

function quoteLines(lines: readonly string[], anchors: readonly number[], tail: number): string {
  const lineCount = lines.length;
  const last: Window = { first: Math.max(1, lineCount - tail + 1), last: lineCount };
  const before = windowsAround(anchors, RADIUS, last.first - 1);
  return numberedLines(lines, [...before, last]);
}

/**
 * One command of the gate: its words, how it ended and, when it failed, the output around the evidence and the tail,
 * within `tokens`: the tail gives way first, then the evidence that ranks last.
 */
export function quoteRun(run: CommandRun, findings: readonly Finding[], tokens: number): string {
  const head = `$ ${plainLine(run.command, 500)}\n(${endOf(run)})`;
  if (run.end.kind === 'exited' && run.end.exitCode === 0) return head;
  const lines = plainLines(run.output.trimEnd());
  let anchors = anchorsOf(lines, findings);
  let tail = TAIL_LINES;
  let body = quoteLines(lines, anchors, tail);
  while (estimateTokens(body) > tokens && tail > 1) {
    if (tail > MIN_TAIL_LINES || anchors.length === 0) tail = Math.floor(tail / 2);
    else anchors = anchors.slice(0, -1);
    body = quoteLines(lines, anchors, tail);
  }
  return `${head}\n${body}`;
}
