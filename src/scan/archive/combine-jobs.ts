import type { Finding, Scan } from '../../domain/scan.js';

/** What the log of one job of a run says. */
export interface ScannedJob {
  readonly name: string;
  readonly scan: Scan;
  /** The runner marked a step as failed. */
  readonly hasFailed: boolean;
}

const MOST_NAMED = 10;

/**
 * One scan of a run's jobs: that of the first job that failed for something that a change can help, with the findings of
 * all jobs that failed, each once with the names of its jobs. Lines of the log are those of the first of them. Jobs that
 * failed for another reason are told in the notes. `jobs` has at least one.
 */
export function combineJobs(jobs: readonly [ScannedJob, ...ScannedJob[]]): Scan {
  const failed = jobs.filter(({ hasFailed }) => hasFailed);
  const [first = jobs[0], ...others] = [...(failed.length > 0 ? failed : jobs)].sort(
    (a, b) => Number(b.scan.actionable) - Number(a.scan.actionable),
  );
  const told = [first, ...others];
  const { scan } = first;
  return {
    ...scan,
    flaky: told.find(({ scan: { flaky } }) => flaky !== null)?.scan.flaky ?? null,
    findings: scan.actionable ? mergeFindings(told) : [],
    outsideLocations: told.reduce((sum, { scan: { outsideLocations } }) => sum + outsideLocations, 0),
    notes: [
      overview(jobs, failed),
      ...otherFailures(first, others),
      ...new Set(told.flatMap(({ scan: { notes } }) => notes)),
    ],
  };
}

/** The same place, message and tool in several jobs is one finding. */
function mergeFindings(jobs: readonly ScannedJob[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const { name, scan } of jobs) {
    for (const finding of scan.findings) {
      const { file, line, column, message, code, tool, severity } = finding;
      const key = JSON.stringify([file, line, column, message, code, tool, severity]);
      const { jobs: names, ...known } = merged.get(key) ?? finding;
      merged.set(key, { ...known, jobs: [...names, name] });
    }
  }
  return [...merged.values()];
}

function overview(jobs: readonly ScannedJob[], failed: readonly ScannedJob[]): string {
  const count = `The archive holds the logs of ${jobs.length} job${jobs.length === 1 ? '' : 's'}`;
  return failed.length === 0
    ? `${count}; the runner marked no step of them as failed.`
    : `${count}; failed: ${namesOf(failed)}. Lines of the log are those of the job's own.`;
}

function otherFailures({ scan }: ScannedJob, others: readonly ScannedJob[]): readonly string[] {
  const groups = new Map<string, ScannedJob[]>();
  for (const job of others) {
    const { fingerprint } = job.scan;
    if (fingerprint !== scan.fingerprint) groups.set(fingerprint, [...(groups.get(fingerprint) ?? []), job]);
  }
  return [...groups].map(
    ([fingerprint, group]) =>
      `Another failure, ${group[0]?.scan.category} with the fingerprint ${fingerprint}: ${namesOf(group)}.`,
  );
}

function namesOf(jobs: readonly ScannedJob[]): string {
  const names = jobs.slice(0, MOST_NAMED).map(({ name }) => name);
  return jobs.length > MOST_NAMED
    ? `${names.join(', ')} and ${jobs.length - MOST_NAMED} more`
    : names.join(', ');
}
