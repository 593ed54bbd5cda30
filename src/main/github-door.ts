import type { ActionSettings } from '../config/action-settings.js';
import type { RunSettings } from '../config/settings.js';
import { filesIssue } from '../domain/outcome.js';
import type { Progress } from '../domain/progress.js';
import type { PullRequest } from '../domain/pull-request.js';
import type { Redact } from '../domain/redaction.js';
import { type BranchChoice, chooseBranch } from '../isolate/choose-branch.js';
import type { Repository, RepositoryState } from '../isolate/repository.js';
import type { Remote, Workspace } from '../isolate/workspace.js';
import { saveIssue } from '../loop/publish-fix.js';
import type { CodeHost, FixFate } from '../report/code-host.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderEscalation } from '../report/render/escalation.js';
import { renderPullRequest } from '../report/render/pull-request.js';
import type { Report } from '../report/report.js';
import { refuseFate } from '../trigger/admit-fix.js';
import { deliverHosted, type SuggestionHost } from './deliver-hosted.js';
import type { Target } from './find-target.js';
import type { RunRecord } from './open-run.js';
import { OWN_BRANCH_PREFIX } from './own-branch.js';
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
  /** The pull request whose head failed, as it is now; null when there is none any more. */
  readonly readPull: () => Promise<PullRequest | null>;
  /** Null when the branch that failed is the head of no pull request. */
  readonly suggestionHost: SuggestionHost | null;
  /** Commit of the last run of the failed workflow that passed on this branch. */
  readonly lastGreen: () => Promise<string | null>;
  readonly proof: ResultProof;
  /** Whether git pushes what the host cannot sign; else that is made through the API as well. */
  readonly pushes: boolean;
  /** What became of our pull request from a branch into the one that failed. */
  readonly readFixFate: (branch: string, marker: string) => Promise<FixFate | null>;
  /** Our open pull requests into the branch that failed. */
  readonly readOpenFixes: () => Promise<readonly { readonly branch: string; readonly url: string }[]>;
  /** A person wants it tried again, whatever became of it. */
  readonly isRetry: boolean;
}

/** Failed CI on GitHub: a draft pull request into the branch that failed, or an issue with the whole history. */
export function githubDoor(parts: GitHubParts): Door {
  const { settings, record, progress, host, failure } = parts;
  let lastGreen: Promise<string | null> | null = null;
  return {
    greenBase: 'not-reproduced',
    isRetry: parts.isRetry,
    looksFlaky: failure.checks.some(({ scan }) => scan.flaky !== null),
    chooseBranch: (wanted, workspace) => chooseRemoteBranch(wanted, workspace, parts),
    changedSince() {
      lastGreen ??= parts.lastGreen();
      return lastGreen;
    },
    deliver: (workspace, branch) => deliverHosted(workspace, branch, parts),
    prove: async (doors) => (settings.dryRun ? 'told' : proveResult(doors, parts.proof)),
    async handOver(report: Report) {
      await tellProof(report, parts);
      if (settings.dryRun || !filesIssue(report)) return;
      await saveIssue(renderEscalation(report, failure), { ledger: record.ledger, host, progress });
    },
  };
}

/** What the real checks said, in the pull request that was opened before they began. */
async function tellProof(report: Report, { host, target, failure }: GitHubParts): Promise<void> {
  const { branch, pullRequestUrl, realChecks } = report;
  if (branch === null || pullRequestUrl === null || realChecks.length === 0) return;
  await host.savePullRequest(renderPullRequest(report, failure), { branch, base: target.base });
}

type BranchParts = Pick<
  GitHubParts,
  'repository' | 'host' | 'target' | 'state' | 'readFixFate' | 'readOpenFixes' | 'isRetry'
>;

/**
 * The names on the server count, not those of the checkout. A branch that is on its way into another base stays; a fix
 * of this very commit that is out already is enough.
 */
export async function chooseRemoteBranch(
  wanted: string,
  workspace: Workspace,
  parts: BranchParts,
): Promise<BranchChoice> {
  const { repository, host, target, state } = parts;
  const names = { ...state, currentBranch: target.base, checkedOutBranches: [] };
  const marker = `pull-request:${wanted.slice(OWN_BRANCH_PREFIX.length)}`;
  const done: string[] = [];
  const fates: (FixFate | null)[] = [];
  const choice = await chooseBranch(wanted, names, {
    isBranchName: (name) => repository.isBranchName(name),
    readBranch: async (name) => {
      fates.push(await parts.readFixFate(name, marker));
      const branch = await host.readFixBranch(name);
      if (branch === null) return null;
      const open = await host.readPullRequest(name);
      const isHere = open?.base === target.base;
      if (isHere && branch.ours && branch.parent === workspace.baseCommit) done.push(open.url);
      return { ...branch, published: open !== null && !isHere };
    },
  });
  const unwanted = parts.isRetry ? null : refuseFate(fates, parts.target.door.optOutLabel);
  if (unwanted !== null) return { kind: 'refused', ...unwanted };
  const detail =
    done[0] === undefined
      ? await describeOther(wanted, parts)
      : `${done[0]} repairs this failure of this commit already.`;
  return detail === null ? choice : { kind: 'refused', reason: 'duplicate', detail };
}

/** Into a pull request one fix is open at a time: people look at them one after the other. */
async function describeOther(wanted: string, { target, readOpenFixes }: BranchParts): Promise<string | null> {
  if (target.pull === null) return null;
  const isSame = (branch: string) => branch === wanted || branch.startsWith(`${wanted}-`);
  const other = (await readOpenFixes()).find(({ branch }) => !isSame(branch));
  return other === undefined
    ? null
    : `${other.url} proposes a fix of another failure into ${target.base}; merge or close it first.`;
}
