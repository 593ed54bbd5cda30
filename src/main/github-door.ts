import type { RunSettings } from '../config/settings.js';
import { filesIssue } from '../domain/outcome.js';
import type { Progress } from '../domain/progress.js';
import { type BranchChoice, chooseBranch, type FreeBranch } from '../isolate/choose-branch.js';
import type { Repository, RepositoryState } from '../isolate/repository.js';
import type { Remote, Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import { deliverResult } from '../loop/deliver-result.js';
import { publishFix, saveIssue } from '../loop/publish-fix.js';
import { pushFix } from '../loop/push-fix.js';
import type { CodeHost } from '../report/code-host.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderEscalation, renderPullRequest } from '../report/render/hosted-text.js';
import type { Report } from '../report/report.js';
import { reportSoFar } from './end-run.js';
import type { Target } from './find-target.js';
import { writeOutput } from './keep-files.js';
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
  readonly teller: ProgressTeller;
  /** Commit of the last run of the failed workflow that passed on this branch. */
  readonly lastGreen: () => Promise<string | null>;
  readonly proof: ResultProof;
  /** Whether git pushes what the host cannot sign; else that is made through the API as well. */
  readonly pushes: boolean;
}

/** Failed CI on GitHub: a draft pull request into the branch that failed, or an issue with the whole history. */
export function githubDoor(parts: GitHubParts): Door {
  const { settings, record, progress, host, target, failure } = parts;
  let lastGreen: Promise<string | null> | null = null;
  return {
    greenBase: 'not-reproduced',
    looksFlaky: failure.checks.some(({ scan }) => scan.flaky !== null),
    chooseBranch: (wanted, workspace) => chooseRemoteBranch(wanted, workspace, parts),
    changedSince() {
      lastGreen ??= parts.lastGreen();
      return lastGreen;
    },
    async deliver(workspace, branch) {
      if (settings.onSuccess === 'patch') {
        await deliverPatch(workspace, branch, parts);
        return null;
      }
      const replaced = await publishFix({
        ledger: record.ledger,
        host,
        readChange: () => workspace.readTreeChange(currentRevision(record.ledger.state).commit),
        otherwise: (fix) =>
          parts.pushes
            ? pushFix({ ledger: record.ledger, workspace, host, remote: parts.remote }, fix)
            : host.commitAsData(fix),
        run: target.run,
        base: target.base,
        branch,
        subject: settings.subject,
        dryRun: settings.dryRun,
        progress,
        pullRequest: () => renderPullRequest(reportSoFar(record), failure),
        fallbackIssue: (name, reason) =>
          renderEscalation(reportSoFar(record), failure, fallbackNote(name, reason, parts)),
      });
      if (replaced === null) await writeOutput(workspace, record);
      return replaced;
    },
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

async function deliverPatch(workspace: Workspace, branch: FreeBranch, parts: GitHubParts): Promise<void> {
  const { settings, record, repository, progress } = parts;
  await deliverResult({
    ledger: record.ledger,
    workspace,
    repository,
    progress,
    findBranch: async () => branch,
    subject: settings.subject,
    dryRun: settings.dryRun,
    into: null,
    async writePatch(diff) {
      parts.teller.keepPatch(diff);
      return record.folder.writeExact('patch.diff', diff);
    },
  });
  await writeOutput(workspace, record);
}

/**
 * The names on the server count, not those of the checkout. A branch that is on its way into another base stays; a fix
 * of this very commit that is out already is enough.
 */
export async function chooseRemoteBranch(
  wanted: string,
  workspace: Workspace,
  parts: Pick<GitHubParts, 'repository' | 'remote' | 'host' | 'target' | 'state'>,
): Promise<BranchChoice> {
  const { repository, host, target, state } = parts;
  const names = { ...state, currentBranch: target.base, checkedOutBranches: [] };
  const done: string[] = [];
  const choice = await chooseBranch(wanted, names, {
    isBranchName: (name) => repository.isBranchName(name),
    readBranch: async (name) => {
      const branch = await host.readFixBranch(name);
      if (branch === null) return null;
      const open = await host.readPullRequest(name);
      const isHere = open?.base === target.base;
      if (isHere && branch.ours && branch.parent === workspace.baseCommit) done.push(open.url);
      return { ...branch, published: open !== null && !isHere };
    },
  });
  if (done[0] === undefined) return choice;
  const detail = `${done[0]} repairs this failure of this commit already.`;
  return { kind: 'refused', reason: 'duplicate', detail };
}

function fallbackNote(branch: string, reason: string, { remote }: GitHubParts): string {
  const page = `${remote.url.replace(/\.git$/, '')}/tree/${branch}`;
  return `The verified fix is on the branch [${branch}](${page}). A pull request could not be opened: ${reason} Open one by hand, or allow it under Settings, Actions, General.`;
}
