import type { FailedRun } from '../../domain/failed-run.js';
import { type FailureContext, jobName, runsOf } from '../failed-checks.js';
import type { Report } from '../report.js';
import { code, fenced, folded, inline } from './fence.js';
import { renderNotes } from './sections.js';

const MAX_PLACES = 10;

/** Which runs failed, where, what each of their jobs said first, and what is left to others. */
export function renderFailure(context: FailureContext): string {
  const { run, checks, pullRequestUrl, notCovered } = context;
  const jobs = checks.flatMap(({ scan, jobs: copies }) => {
    const names = copies.map((job) => `[${inline(jobName(job, context))}](${job.url})`).join(', ');
    const first = scan.findings[0];
    const said = `- ${names}: ${scan.category}${first === undefined ? '' : `, ${inline(first.message)}`}`;
    return [said, ...renderNotes(scan.notes).map((note) => `  ${note}`)];
  });
  const workflows = runsOf(context).map(({ workflowName, url }) => `[${inline(workflowName)}](${url})`);
  const branch = run.headBranch === null ? '' : ` on ${code(run.headBranch)}`;
  const pull = pullRequestUrl === null ? '' : ` (pull request ${pullRequestUrl})`;
  return [
    `${workflows.join(' and ')} failed${branch} at ${code(run.headSha)}${pull}:`,
    '',
    ...jobs,
    ...notCovered.map(({ name, url, why }) => `- **not covered:** [${inline(name)}](${url}): ${inline(why)}`),
  ].join('\n');
}

/** The lines of each job's log that say so. */
export function renderExcerpts({ checks }: FailureContext): string {
  return checks
    .filter(({ excerpt }) => excerpt !== '')
    .map(
      ({ jobs, excerpt }) => `From the log of ${inline(jobs[0]?.name ?? 'the job')}:\n\n${fenced(excerpt)}`,
    )
    .join('\n\n');
}

/** Where the failure shows, best first, each with a link to the very line of the commit that failed. */
export function renderPlaces({ run, checks }: FailureContext): string {
  const findings = checks.flatMap(({ scan }) => scan.findings);
  const rows = findings.slice(0, MAX_PLACES).map(({ file, line, message, code: rule }) => {
    const place = file === null ? 'no place named' : renderPlace(run, file, line);
    return `- ${place} ${inline(message)}${rule === null ? '' : ` (${inline(rule)})`}`;
  });
  const more = findings.length - rows.length;
  const said = [...rows, ...(more > 0 ? [`- … and ${more} more`] : [])];
  const fingerprints = [...new Set(checks.map(({ scan }) => scan.fingerprint))];
  return said.length === 0
    ? ''
    : [`Where it shows (fingerprint ${fingerprints.join(', ')}):`, '', ...said].join('\n');
}

/** A place as a permanent link: a branch moves on, a commit does not. */
export function renderPlace(run: FailedRun, file: string, line: number | null): string {
  const name = code(line === null ? file : `${file}:${line}`);
  return `[${name}](${repositoryPage(run)}/blob/${run.headSha}/${addressOf(file)}${line === null ? '' : `#L${line}`})`;
}

/** Nothing in it ends a link of Markdown. */
const addressOf = (file: string): string =>
  file
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()!'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    )
    .join('/');

function repositoryPage({ url, repository: { owner, name } }: FailedRun): string {
  return `${new URL(url).origin}/${owner}/${name}`;
}

/** The failure that was repaired here may be another one than that of CI, which only the fingerprints tell. */
export function renderDifference({ runs }: Report, { checks }: FailureContext): string {
  const here = runs[0]?.fingerprint ?? null;
  const there = checks.map(({ scan }) => scan.fingerprint);
  if (here === null || there.includes(here)) return '';
  return `**Perhaps another failure:** here the gate fails with fingerprint ${here}, the log of CI has ${there.join(', ')}. Look whether what is repaired is what failed.`;
}

/** A gate that nobody named may hold less than the failed jobs did. */
export function renderGateNotes({ gateNotes }: FailureContext): string {
  return gateNotes.length === 0 ? '' : folded('How the gate was inferred', fenced(gateNotes.join('\n\n')));
}

/** One block to paste: the commit that failed, then what was run on it. */
export function renderReproduction({ runs, baseCommit }: Report): string {
  const commands = [...new Set(runs.flatMap((run) => run.commands.map(({ command }) => command)))];
  const block = [`git fetch origin ${baseCommit}`, `git switch --detach ${baseCommit}`, ...commands].join(
    '\n',
  );
  return `### See the failure\n\n${fenced(block, 'sh')}`;
}

/** Where the whole is when a text had to leave something out. */
export function renderShortened({ ownRunUrl }: FailureContext): string {
  const where = ownRunUrl === null ? 'the log of the run' : `[the log of this run](${ownRunUrl})`;
  return `Too long for GitHub as a whole: what is left out here is in ${where} and in \`report.md\` in its state folder.`;
}

export function fingerprintOf({ finding, baseCommit }: Report): string {
  return finding?.fingerprint ?? baseCommit.slice(0, 12);
}
