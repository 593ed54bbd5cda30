import { type Outcome, outcome } from '../domain/outcome.js';
import { buildReport } from '../report/build-report.js';
import { renderReportMarkdown } from '../report/render/report-markdown.js';
import type { Report } from '../report/report.js';
import type { RunRecord } from './open-run.js';
import type { RepairRun } from './repair-run.js';

/** Writes the end of a run: ledger, report, memory; and says it. */
export async function endRun(run: RepairRun, outcome: Outcome, errors: readonly string[]): Promise<Report> {
  const { record, progress } = run;
  const { ledger, folder } = record;
  await ledger.append({ kind: 'run-ended', outcome });
  const report = reportOf(run, outcome, errors);
  await folder.write('report.json', `${JSON.stringify(report, null, 2)}\n`);
  const path = await folder.write('report.md', renderReportMarkdown(report));
  await rememberFailures(run, outcome);
  progress({ kind: 'ended', outcome });
  progress({ kind: 'note', text: `report: ${path}` });
  return report;
}

/** The end of a run whose record cannot be written any more (a full disk): it is said all the same. */
export function tellUnrecorded(run: RepairRun, outcome: Outcome, errors: readonly string[]): Report {
  run.progress({ kind: 'ended', outcome });
  return reportOf(run, outcome, errors);
}

/** The report as of now. Outputs are masked as a whole: of the end of one, half a private key could not be told. */
export function reportOf({ record, redact }: RepairRun, outcome: Outcome, errors: readonly string[]): Report {
  const generatedAt = new Date();
  const elapsedMs = generatedAt.getTime() - record.startedAt.getTime();
  const report = buildReport(record.ledger.state, { outcome, generatedAt, elapsedMs, errors });
  const runs = report.runs.map((each) => ({
    ...each,
    commands: each.commands.map((command) => ({ ...command, output: redact(command.output) })),
  }));
  return { ...report, runs };
}

/** The report while a verified fix is being published; it says fixed, as the gate did. */
export function reportSoFar(record: RunRecord): Report {
  const generatedAt = new Date();
  const elapsedMs = generatedAt.getTime() - record.startedAt.getTime();
  const fixed = outcome('fixed', 'The last attempt passed the whole gate.');
  return buildReport(record.ledger.state, { outcome: fixed, generatedAt, elapsedMs, errors: [] });
}

/** What later runs need to know of this one: how often a failure came back, and that it was repaired (A36). */
async function rememberFailures({ record, door }: RepairRun, { stopReason }: Outcome): Promise<void> {
  const { ledger, memory, runId } = record;
  const { executions, baselineScan } = ledger.state;
  const at = new Date().toISOString();
  if (door.isRetry && baselineScan !== null)
    await memory.remember({ at, run: runId, fingerprint: baselineScan.fingerprint, result: 'retried' });
  for (const { fingerprint, status } of executions.slice(1)) {
    if (status === 'failed' && fingerprint !== null)
      await memory.remember({ at, run: runId, fingerprint, result: 'red' });
  }
  const result = stopReason === 'fixed' || stopReason === 'flaky' ? stopReason : null;
  if (result !== null && baselineScan !== null)
    await memory.remember({ at, run: runId, fingerprint: baselineScan.fingerprint, result });
}
