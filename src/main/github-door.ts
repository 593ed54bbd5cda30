import { redsLine } from '../adapters/github/marker.js';
import type { ActionSettings } from '../config/action-settings.js';
import type { RunSettings } from '../config/settings.js';
import type { FailedRun } from '../domain/failed-run.js';
import { filesIssue } from '../domain/outcome.js';
import type { Progress } from '../domain/progress.js';
import type { PullRequest } from '../domain/pull-request.js';
import type { Redact } from '../domain/redaction.js';
import type { Lease } from '../isolate/lease.js';
import type { Repository, RepositoryState } from '../isolate/repository.js';
import type { Remote } from '../isolate/workspace.js';
import { saveIssue } from '../loop/publish-fix.js';
import { redsInRow } from '../loop/reds-in-row.js';
import type { CodeHost, FixFate } from '../report/code-host.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderEscalation } from '../report/render/escalation.js';
import { renderPullRequest } from '../report/render/pull-request.js';
import type { Report } from '../report/report.js';
import { chooseLeasedBranch } from './choose-remote-branch.js';
import { deliverHosted, type SuggestionHost } from './deliver-hosted.js';
import type { Target } from './find-target.js';
import type { RunRecord } from './open-run.js';
import type { ProgressTeller } from './progress-teller.js';
import { proveResult, type ResultProof } from './prove-result.js';
import type { Door } from './repair-run.js';

export interface GitHubParts {
  readonly settings: RunSettings;
  readonly state: RepositoryState;
  readonly repository: Repository;
  readonly record: RunRecord;
  readonly progress: Progress;
  readonly host: CodeHost;
  readonly remote: Remote;
  readonly target: Target;
  readonly failure: FailureContext;
  readonly onSuccess: ActionSettings['onSuccess'];
  readonly teller: ProgressTeller;
  readonly redact: Redact;
  /** The runs that failed, each in its newest attempt. */
  readonly readRunsNow: () => Promise<readonly FailedRun[]>;
  /** The pull request whose head failed, as it is now; null when there is none any more. */
  readonly readPull: () => Promise<PullRequest | null>;
  /** Null when the branch that failed is the head of no pull request. */
  readonly suggestionHost: SuggestionHost | null;
  /** Commit of the last run of the failed workflow that passed on this branch. */
  readonly lastGreen: () => Promise<string | null>;
  readonly proof: ResultProof;
  readonly lease: Lease;
  /** Whether git pushes what the host cannot sign; else that is made through the API as well. */
  readonly pushes: boolean;
  /** What became of our pull request from a branch into the one that failed. */
  readonly readFixFate: (branch: string, marker: string) => Promise<FixFate | null>;
  /** Our open pull requests into the branch that failed. */
  readonly readOpenFixes: () => Promise<readonly { readonly branch: string; readonly url: string }[]>;
  /** A person wants it tried again, whatever became of it. */
  readonly isRetry: boolean;
  readonly earlierReds: Door['earlierReds'];
  readonly toTryAgain: string;
}

/** Failed CI on GitHub: a draft pull request into the branch that failed, or an issue with the whole history. */
export function githubDoor(parts: GitHubParts): Door {
  const { settings, record, progress, host, failure } = parts;
  let lastGreen: Promise<string | null> | null = null;
  return {
    greenBase: 'not-reproduced',
    isRetry: parts.isRetry,
    earlierReds: parts.earlierReds,
    toTryAgain: parts.toTryAgain,
    looksFlaky: failure.checks.some(({ scan }) => scan.flaky !== null),
    chooseBranch: (wanted, workspace) => chooseLeasedBranch(wanted, workspace, parts),
    changedSince() {
      lastGreen ??= parts.lastGreen();
      return lastGreen;
    },
    deliver: (workspace, branch) => deliverHosted(workspace, branch, parts),
    prove: async (doors) => (settings.dryRun ? 'told' : proveResult(doors, parts.proof)),
    async handOver(report: Report) {
      await tellProof(report, parts);
      if (settings.dryRun || !filesIssue(report)) return;
      const text = renderEscalation(report, failure);
      const fingerprint = report.finding?.fingerprint;
      const { ledger } = record;
      const reds = fingerprint === undefined ? 0 : redsInRow(ledger.state, fingerprint, parts.earlierReds);
      const body = reds === 0 ? text.body : `${redsLine(reds)}\n\n${text.body}`;
      await saveIssue({ ...text, body }, { ledger, host, progress });
    },
  };
}

/**
 * What the real checks said, in the pull request that was opened before they began. That it cannot be told there takes
 * nothing from what else is told.
 */
export async function tellProof(
  report: Report,
  { host, target, failure, progress }: Pick<GitHubParts, 'host' | 'target' | 'failure' | 'progress'>,
): Promise<void> {
  const { branch, pullRequestUrl, realChecks } = report;
  if (branch === null || pullRequestUrl === null || realChecks.length === 0) return;
  const place = { branch, base: target.base, mayCreate: false };
  const note = (why: string): void =>
    progress({ kind: 'note', text: `the pull request does not tell what its checks said: ${why}` });
  try {
    const saved = await host.savePullRequest(renderPullRequest(report, failure), place);
    if (saved.kind === 'not-allowed') note(saved.detail);
  } catch (error) {
    note((error as Error).message);
  }
}
