import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { PullRequest } from '../domain/pull-request.js';
import type { FreeBranch } from '../isolate/choose-branch.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import { deliverResult } from '../loop/deliver-result.js';
import { publishFix } from '../loop/publish-fix.js';
import { pushFix } from '../loop/push-fix.js';
import { pushToHead } from '../loop/push-to-head.js';
import type { FixCommit } from '../report/code-host.js';
import { runsOf } from '../report/failed-checks.js';
import { renderEscalation } from '../report/render/escalation.js';
import { renderPullRequest } from '../report/render/pull-request.js';
import type { Suggestion } from '../report/suggestions.js';
import { toSuggestions } from '../report/suggestions.js';
import { refuseLabel } from '../trigger/admit-command.js';
import { reportSoFar } from './end-run.js';
import type { GitHubParts } from './github-door.js';
import { writeOutput } from './keep-files.js';

/** What suggesting needs of the pull request whose head failed. */
export interface SuggestionHost {
  /** What the files of the pull request show, by path. */
  readHunks(): Promise<ReadonlyMap<string, string>>;
  /** Address of the review, null when the host does not take it. */
  save(suggestions: readonly Suggestion[]): Promise<string | null>;
}

/** Brings a verified fix where the settings say; another outcome when it got nowhere. */
export async function deliverHosted(
  workspace: Workspace,
  branch: FreeBranch,
  parts: GitHubParts,
): Promise<Outcome | null> {
  const unwanted = await refuseNow(parts);
  if (unwanted !== null) return unwanted;
  switch (parts.onSuccess) {
    case 'patch':
      await deliverPatch(workspace, branch, parts);
      return null;
    case 'suggest':
      await suggest(workspace, branch, parts);
      return null;
    case 'push':
      return withOutput(
        await pushToHead({
          ...publishDoors(workspace, parts),
          ...{ workspace, remote: parts.remote },
          requireCommit: (commit) => parts.repository.requireCommit(commit, parts.remote),
        }),
        workspace,
        parts,
      );
    case 'pr':
      return withOutput(await openPullRequest(workspace, branch, parts), workspace, parts);
  }
}

/**
 * What happened while the fix was made: the run passed when it was started again, or a person closed the pull request,
 * gave it another head, said `stop`.
 */
async function refuseNow(parts: GitHubParts): Promise<Outcome | null> {
  const { target, readPull, record, onSuccess } = parts;
  const { pull, run, asked, door } = target;
  const now = await parts.readRunsNow();
  const before = runsOf(target);
  const hasPassed = ({ attempt, conclusion }: FailedRun, index: number): boolean =>
    attempt > (before[index]?.attempt ?? attempt) && conclusion === 'success';
  if (now.every(hasPassed)) {
    const detail = `The run was started again while the fix was made, and passed (attempt ${now[0]?.attempt}).`;
    return outcome('head-moved', `${detail} There is nothing to repair.`);
  }
  if (pull === null) return null;
  const pullNow: PullRequest | null = await readPull();
  if (pullNow === null || !pullNow.isOpen)
    return outcome('head-moved', `${pull.url} was closed while the fix was made.`);
  const heads = [run.headSha, record.ledger.state.delivered?.commit];
  if (!heads.includes(pullNow.headSha) && (asked !== null || onSuccess !== 'patch')) {
    const detail = `${pullNow.url} is at ${pullNow.headSha.slice(0, 12)} now; the fix was made for ${run.headSha.slice(0, 12)}.`;
    return outcome('head-moved', detail);
  }
  return refuseLabel(pullNow, door.optOutLabel);
}

function publishDoors(workspace: Workspace, parts: GitHubParts) {
  const { record, settings, target, host, progress, remote, pushes } = parts;
  const { ledger } = record;
  return {
    ...{ ledger, host, progress, run: target.run, base: target.base },
    ...{ subject: settings.subject, dryRun: settings.dryRun },
    readChange: () => workspace.readTreeChange(currentRevision(ledger.state).commit),
    otherwise: (fix: FixCommit) =>
      pushes ? pushFix({ ledger, workspace, host, remote }, fix) : host.commitAsData(fix),
  };
}

function openPullRequest(workspace: Workspace, branch: FreeBranch, parts: GitHubParts) {
  const { record, failure } = parts;
  return publishFix({
    ...publishDoors(workspace, parts),
    branch,
    pullRequest: () => renderPullRequest(reportSoFar(record), failure),
    fallbackIssue: (name, reason) =>
      renderEscalation(reportSoFar(record), failure, fallbackNote(name, reason, parts)),
  });
}

async function withOutput(
  replaced: Outcome | null,
  workspace: Workspace,
  { record }: GitHubParts,
): Promise<Outcome | null> {
  if (replaced === null) await writeOutput(workspace, record);
  return replaced;
}

async function deliverPatch(workspace: Workspace, branch: FreeBranch, parts: GitHubParts): Promise<string> {
  const { settings, record, repository, progress } = parts;
  let patch = '';
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
      patch = diff;
      parts.teller.keepPatch(diff);
      return record.folder.writeExact('patch.diff', diff);
    },
  });
  await writeOutput(workspace, record);
  return patch;
}

/** The patch is written in any case; where it cannot be suggested, that is said. */
async function suggest(workspace: Workspace, branch: FreeBranch, parts: GitHubParts): Promise<void> {
  const { suggestionHost, record, redact } = parts;
  const patch = await deliverPatch(workspace, branch, parts);
  const say = (text: string): void => {
    parts.progress({ kind: 'note', text });
    parts.teller.note(text);
  };
  if (suggestionHost === null) return say('There is no pull request to suggest the patch on.');
  if (parts.settings.dryRun) return say('Dry run: the patch would be suggested on the pull request.');
  // A masked line would be taken over as it stands there.
  const suggestions = redact(patch) === patch ? toSuggestions(patch, await suggestionHost.readHunks()) : null;
  if (suggestions === null)
    return say('The patch cannot be suggested: not all of it lies in lines that the pull request shows.');
  await record.ledger.append({ kind: 'effect-intended', effect: 'review', key: parts.target.run.headSha });
  const url = await suggestionHost.save(suggestions);
  if (url !== null) await record.ledger.append({ kind: 'published', what: 'review', url });
  say(url === null ? 'GitHub did not take the suggestions.' : 'The patch is suggested in a review.');
}

function fallbackNote(branch: string, reason: string, { remote }: GitHubParts): string {
  const page = `${remote.url.replace(/\.git$/, '')}/tree/${branch}`;
  return `The verified fix is on the branch [${branch}](${page}). A pull request could not be opened: ${reason} Open one by hand.`;
}
