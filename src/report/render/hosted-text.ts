import { neutralWords } from '../../domain/neutral-text.js';
import type { HostedText } from '../code-host.js';
import type { FailureContext } from '../failed-checks.js';
import type { AttemptReport, Report } from '../report.js';
import { renderEvidence } from './evidence.js';
import { code, fenced, inline, quoted } from './fence.js';
import { renderRealChecks } from './real-checks.js';
import {
  renderAttempt,
  renderExecutions,
  renderFinding,
  renderLastOutput,
  renderNotes,
  renderUsage,
} from './sections.js';

const TITLE_LIMIT = 200;

/** Draft pull request of a verified fix: what failed, what changed, what was run, what was not. */
export function renderPullRequest(report: Report, context: FailureContext): HostedText {
  const fixed =
    report.attempts.find((attempt) => attempt.result === 'passed') ??
    report.attempts.findLast((attempt) => attempt.result === 'checks-red');
  return {
    // Named for what was repaired, whatever its real checks found since.
    marker: `pull-request:${report.runs[0]?.fingerprint ?? fingerprintOf(report)}`,
    title: title(`fix: ${fixed?.changeSummary || 'repair the failing checks'}`),
    body: [
      renderFailure(context),
      renderFinding(report),
      fixed === undefined ? '' : renderCause(fixed),
      renderDifference(report, context),
      renderEvidence(report),
      '### What was run',
      `On ${code(report.baseCommit)}, before and after the change:`,
      renderExecutions(report),
      renderGateNotes(context),
      renderRealChecks(report),
      NOT_VERIFIED,
      folded('All attempts', report.attempts.map(renderAttempt).join('\n\n')),
      folded('Cost', renderUsage(report)),
      renderReproduction(report),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

const NOT_VERIFIED =
  '**Not verified:** that the change is right. A passed gate shows that these commands pass.';

/** Hand-over to a person: why, what was tried, what is to decide. */
export function renderEscalation(report: Report, context: FailureContext, note = ''): HostedText {
  return {
    marker: `issue:${fingerprintOf(report)}`,
    title: title(`smart-fix needs a person: ${report.stopReason} (${context.run.workflowName})`),
    body: [
      `**${report.stopReason}**: ${inline(report.detail)}`,
      note,
      renderFailure(context),
      renderFinding(report),
      renderDifference(report, context),
      renderEvidence(report),
      '### What was run',
      renderExecutions(report),
      report.realChecks.length === 0 ? '' : renderRealChecks(report),
      renderGateNotes(context),
      '### Attempts',
      report.attempts.length === 0
        ? 'None.'
        : report.attempts
            .map((attempt) => folded(attemptTitle(attempt), renderAttempt(attempt)))
            .join('\n\n'),
      renderLastOutput(report),
      folded('Cost', renderUsage(report)),
      renderReproduction(report),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** The summary of our own job; it holds all that an issue would, since there may be none. */
export function renderJobSummary(report: Report, context: FailureContext): string {
  const links = [report.pullRequestUrl, report.issueUrl].filter((url) => url !== null);
  return [
    `## smart-fix: ${report.status} (${report.stopReason})`,
    inline(report.detail),
    ...links.map((url) => `- ${url}`),
    report.branch === null ? '' : `Fix branch: ${code(report.branch)}`,
    renderFailure(context),
    renderFinding(report),
    renderDifference(report, context),
    renderEvidence(report),
    report.realChecks.length === 0 ? '' : renderRealChecks(report),
    renderExecutions(report),
    renderGateNotes(context),
    ...report.attempts.map((attempt) => folded(attemptTitle(attempt), renderAttempt(attempt))),
    renderUsage(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

export function renderFailure({ run, checks, pullRequestUrl }: FailureContext): string {
  const jobs = checks.flatMap(({ scan, jobs: copies }) => {
    const names = copies.map((job) => `[${inline(job.name)}](${job.url})`).join(', ');
    const first = scan.findings[0];
    const said = `- ${names}: ${scan.category}${first === undefined ? '' : `, ${inline(first.message)}`}`;
    return [said, ...renderNotes(scan.notes).map((note) => `  ${note}`)];
  });
  const branch = run.headBranch === null ? '' : ` on ${code(run.headBranch)}`;
  const pull = pullRequestUrl === null ? '' : ` (pull request ${pullRequestUrl})`;
  return [
    `[${inline(run.workflowName)}](${run.url}) failed${branch} at ${code(run.headSha)}${pull}:`,
    '',
    ...jobs,
  ].join('\n');
}

/** The failure that was repaired here may be another one than that of CI, which only the fingerprints tell. */
function renderDifference({ runs }: Report, { checks }: FailureContext): string {
  const here = runs[0]?.fingerprint ?? null;
  const there = checks.map(({ scan }) => scan.fingerprint);
  if (here === null || there.includes(here)) return '';
  return `**Perhaps another failure:** here the gate fails with fingerprint ${here}, the log of CI has ${there.join(', ')}. Look whether what is repaired is what failed.`;
}

/** A gate that nobody named may hold less than the failed jobs did. */
function renderGateNotes({ gateNotes }: FailureContext): string {
  return gateNotes.length === 0 ? '' : folded('How the gate was inferred', fenced(gateNotes.join('\n\n')));
}

function renderCause(attempt: AttemptReport): string {
  return `**Cause, in the proposer's words (not evidence):**\n\n${quoted(attempt.diagnosis || 'none given')}`;
}

function renderReproduction({ runs, baseCommit }: Report): string {
  const commands = [...new Set(runs.flatMap((run) => run.commands.map((command) => command.command)))];
  return `To see the failure: check out ${code(baseCommit)} and run ${commands.map(code).join(', then ')}.`;
}

function attemptTitle({ attempt, recipe, result, rejection }: AttemptReport): string {
  const by = recipe === null ? '' : ` (recipe ${recipe})`;
  return `Attempt ${attempt}${by}: ${rejection === null ? result : `rejected (${rejection.code})`}`;
}

function folded(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** One line; a squash merge makes it a commit's subject, so that its words are neutral too. */
export function title(text: string): string {
  const line = neutralWords(text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim());
  return line.length <= TITLE_LIMIT ? line : `${line.slice(0, TITLE_LIMIT - 3)}...`;
}

function fingerprintOf({ finding, baseCommit }: Report): string {
  return finding?.fingerprint ?? baseCommit.slice(0, 12);
}
