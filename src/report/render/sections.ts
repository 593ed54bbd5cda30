import { describeDuration, describeEnd, describeTests } from '../../domain/describe-execution.js';
import type { AttemptReport, Report } from '../report.js';
import { code, fenced, inline, quoted } from './fence.js';

/** How much of a red command's output a person is shown; the whole is in report.json. */
const TAIL_LINES = 40;

export function renderFinding({ finding }: Report): string {
  if (finding === null) return '';
  const place =
    finding.file === null
      ? 'no place named'
      : code(`${finding.file}${finding.line === null ? '' : `:${finding.line}`}`);
  const said = `Finding (${finding.category}, fingerprint ${finding.fingerprint}): ${place} ${inline(finding.message)}`;
  return [said, ...renderNotes(finding.notes ?? [])].join('\n');
}

/** Items of a list: what of a log, or of the settings by which it is read, was left out. */
export const renderNotes = (notes: readonly string[]): readonly string[] =>
  notes.map((note) => `- Note: ${inline(note)}`);

const BESIDE: Readonly<Record<Report['differentialRuns'][number]['purpose'], string>> = {
  'base-again': 'baseline again',
  'source-from-base': 'source of the base, tests of the patch',
  'patch-again': 'patch again',
};

type Command = Report['runs'][number]['commands'][number];

function executionRow(name: string, { command, end, tests, durationMs }: Command, status: string): string {
  const cells = [inline(command), describeEnd(end), describeTests(tests), describeDuration(durationMs)];
  return `| ${[name, ...cells, status].join(' | ')} |`;
}

export function renderExecutions({ runs, differentialRuns }: Report): string {
  const rows = runs.flatMap((run) =>
    run.commands.map((command) =>
      executionRow(run.number === 0 ? 'baseline' : `attempt ${run.number}`, command, run.status),
    ),
  );
  const beside = differentialRuns.flatMap((run) =>
    run.commands.map((command) => executionRow(BESIDE[run.purpose], command, run.status)),
  );
  const failedChecks = runs.flatMap((run) =>
    run.checks
      .filter((check) => !check.passed)
      .map(
        (check) =>
          `- ${run.number === 0 ? 'baseline' : `attempt ${run.number}`}: ${check.name}: ${inline(check.detail)}`,
      ),
  );
  if (rows.length === 0) return 'None.';
  return [
    '| run | command | end | tests | time | verdict |\n|---|---|---|---|---|---|',
    ...rows,
    ...beside,
    '',
    ...failedChecks,
  ]
    .join('\n')
    .trimEnd();
}

/** The whole of an attempt, below its title; a diff is what makes it long. */
export function renderAttempt(attempt: AttemptReport, { withDiff = true } = {}): string {
  return [
    attempt.rejection === null ? '' : inline(attempt.rejection.detail),
    attempt.diagnosis
      ? `The proposer's diagnosis (its words, not evidence):\n\n${quoted(attempt.diagnosis)}`
      : '',
    attempt.changeSummary && attempt.changeSummary !== attempt.diagnosis
      ? `Its summary of the change:\n\n${quoted(attempt.changeSummary)}`
      : '',
    ...attempt.concerns.map(
      ({ rule, path, line, detail }) =>
        `For a person to judge: ${rule} in ${code(`${path}${line === null ? '' : `:${line}`}`)}: ${inline(detail)}`,
    ),
    attempt.diff === '' || !withDiff ? '' : fenced(attempt.diff, 'diff'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The same where attempts stand one below the other. */
export const renderTitledAttempt = (attempt: AttemptReport, options?: { withDiff: boolean }): string =>
  `### ${attemptTitle(attempt)}\n\n${renderAttempt(attempt, options)}`.trimEnd();

export function attemptTitle({ attempt, recipe, result, rejection }: AttemptReport): string {
  const by = recipe === null ? '' : ` (recipe ${recipe})`;
  return `Attempt ${attempt}${by}: ${rejection === null ? result : `rejected (${rejection.code})`}`;
}

/** What a unified diff touches, counted. */
export function changedLines(diff: string) {
  const lines = diff.split('\n');
  const count = (sign: string): number =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  const files = lines.flatMap((line) => /^(?:\+\+\+ b|--- a)\/(.+?)\t?$/.exec(line)?.[1] ?? []);
  return { added: count('+'), removed: count('-'), files: [...new Set(files)] };
}

/** The end of what the last command printed; empty when nothing is left to explain. */
export function renderLastOutput({ runs, status }: Report): string {
  const last = runs.at(-1)?.commands.at(-1);
  if (last === undefined || status === 'completed') return '';
  const lines = last.output.trimEnd().split('\n');
  return fenced(lines.slice(-TAIL_LINES).join('\n'));
}

type Call = Report['usage']['calls'][number];

/** One call: what the prompt held, by estimate, and what it took, as billed. */
function describeCall({ number, attempt, model, parts, usage, costUsd }: Call): string {
  const held = parts.map(({ part, tokens }) => `${part} ${tokens}`).join(', ');
  const billed =
    usage === null
      ? 'nothing billed that we know of'
      : `${usage.promptTokens} and ${usage.completionTokens} tokens billed, ${describeCost(costUsd)}`;
  return `  - call ${number} (attempt ${attempt}, ${inline(model)}): ${billed}; the prompt by parts: ${held}`;
}

function describeCost(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : `$${costUsd.toFixed(4)}`;
}

export function renderUsage({ usage }: Report): string {
  const beside =
    usage.differentialRuns === 0 ? '' : ` (and ${usage.differentialRuns} beside them, to look closer)`;
  return [
    `- executions of the gate: ${usage.executions}${beside}, model calls: ${usage.modelCalls}`,
    ...(usage.modelCalls === 0 ? [] : renderModelUsage(usage)),
    `- ${describeDuration(usage.elapsedMs)} in all`,
  ].join('\n');
}

const renderModelUsage = (usage: Report['usage']): readonly string[] => [
  `- tokens, as the provider counted them: ${usage.promptTokens} of prompts (${usage.cachedTokens} cached), ${usage.completionTokens} of replies`,
  `- cost: ${describeCost(usage.costUsd)}`,
  ...usage.calls.map(describeCall),
];
