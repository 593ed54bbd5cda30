import { digestOf } from '../domain/digest.js';
import { CHECKS_RED, type CommandRun, type Execution } from '../domain/execution.js';
import type { ChecksVerdict, RealCheck } from '../domain/real-checks.js';
import type { Revision } from '../domain/revision.js';
import type { Scan } from '../domain/scan.js';
import { cleanLines } from '../scan/clean-lines.js';
import type { ProblemMatcher } from '../scan/matchers/problem-matcher.js';
import { scanLog } from '../scan/scan-log.js';
import type { CheckHost } from '../verify/check-host.js';

/** As much of a log as is kept of a command's output, in characters. */
const OUTPUT_LIMIT = 256 * 1024;

export interface RedChecks {
  readonly execution: Execution;
  readonly scan: Scan;
  /** Runs of the host's CI in which everything that is red may pass when it runs again; empty when something may not. */
  readonly transientRuns: readonly number[];
}

export interface RedDoors {
  readonly host: Pick<CheckHost, 'readLog'>;
  readonly repositoryFiles: readonly string[];
  readonly matchers: readonly ProblemMatcher[];
}

/** Red checks of a revision as an execution of it: each a command with the end of its log. */
export async function readRedChecks(
  red: readonly RealCheck[],
  verdict: ChecksVerdict,
  revision: Revision,
  doors: RedDoors,
): Promise<RedChecks> {
  const { repositoryFiles, matchers } = doors;
  const read: { check: RealCheck; run: CommandRun; scan: Scan }[] = [];
  for (const check of red) {
    const log = await doors.host.readLog(check);
    const scan = answerable(check, scanLog({ log, repositoryFiles, matchers }));
    read.push({ check, run: asCommand(check, log), scan });
  }
  // What a change can help is answered first; the last command of an execution is the one that ended it.
  const ordered = read.toSorted((a, b) => rankOf(a.scan) - rankOf(b.scan));
  const last = ordered.at(-1);
  if (last === undefined) throw new Error('red checks without a red check');
  const commands = ordered.map(({ run }) => run);
  const { revisionId, number } = revision;
  return {
    scan: last.scan,
    transientRuns: read.every(({ check, scan }) => scan.retryable && check.job !== null)
      ? [...new Set(read.flatMap(({ check }) => check.job?.runId ?? []))]
      : [],
    execution: {
      executionId: digestOf([revisionId, number, CHECKS_RED, commands.map(({ command }) => command)]),
      ...{ revisionId, number, status: 'failed', errorCode: CHECKS_RED, exitCode: null, commands },
      checks: [{ name: 'real-checks', passed: false, detail: verdict.detail }],
      ...{ reported: null, evidence: null, fingerprint: last.scan.fingerprint },
    },
  };
}

/** Another system's word that names no place (an agreement to sign, a coverage) is for a person. */
function answerable({ job }: RealCheck, scan: Scan): Scan {
  return job === null && !isLocated(scan) ? { ...scan, actionable: false } : scan;
}

const isLocated = ({ findings }: Scan): boolean => findings.some(({ file }) => file !== null);

function rankOf(scan: Scan): number {
  if (!scan.actionable) return 0;
  return isLocated(scan) ? 2 : 1;
}

function asCommand({ name }: RealCheck, log: string): CommandRun {
  const text = [...cleanLines(log.trimEnd())].map((line) => line.text).join('\n');
  const omitted = Math.max(0, text.length - OUTPUT_LIMIT);
  const half = OUTPUT_LIMIT / 2;
  return {
    command: name,
    end: { kind: 'exited', exitCode: 1 },
    durationMs: 0,
    output:
      omitted === 0
        ? text
        : `${text.slice(0, half)}\n[${omitted} characters left out here]\n${text.slice(-half)}`,
    omittedBytes: omitted,
    ...{ tests: null, inventory: null },
  };
}
