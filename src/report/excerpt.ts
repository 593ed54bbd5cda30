import { inertText } from '../domain/inert-text.js';
import type { Scan } from '../domain/scan.js';

const BEFORE = 3;
const AFTER = 8;
const MAX_LINES = 24;
const MAX_LINE = 240;
/** The runner begins every line with its time. */
const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /;

/** After it the runner speaks of the next step; its marks of groups say nothing to a person. */
const STEP_END = /^##\[error\]Process completed with exit code/;
const GROUP = /^##\[(?:end)?group\]/;
/** Ends what it says before a step: its command, shell and environment. */
const GROUP_END = /^##\[endgroup\]/;

/** What a person would look for in a log: the lines around the best finding, or around the line that decided the class. */
export function excerptOf(log: string, { findings, reason }: Scan): string {
  const first = findings[0]?.logLine ?? reason.logLine;
  if (first === null) return '';
  const last = findings[0]?.logEndLine ?? first;
  const from = Math.max(0, first - 1 - BEFORE);
  const lines = log.split('\n', last + AFTER).slice(from, from + MAX_LINES);
  const said = lines.map((line) => line.replace(TIME, ''));
  const start = said.slice(0, first - 1 - from).findLastIndex((line) => GROUP_END.test(line)) + 1;
  const end = said.findIndex((line) => STEP_END.test(line));
  return said
    .slice(start, end === -1 ? undefined : end)
    .filter((line) => !GROUP.test(line))
    .map((line) => inertText(line).trimEnd())
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} …` : line))
    .join('\n')
    .trim();
}
