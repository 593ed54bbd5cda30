import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { TreeChange } from '../domain/patch.js';
import type { Progress } from '../domain/progress.js';
import type { BranchChoice } from '../isolate/choose-branch.js';
import type { Ledger } from '../ledger/ledger.js';
import type { CodeHost, HostedText, Placed } from '../report/code-host.js';
import { resultMessage } from './commit-result.js';
import { type PlaceDoors, placeFix } from './place-fix.js';

export interface PublishDoors {
  readonly ledger: Ledger;
  readonly host: CodeHost;
  /** What the verified revision makes of the tree that failed. */
  readonly readChange: () => Promise<TreeChange>;
  readonly otherwise: PlaceDoors['otherwise'];
  readonly run: FailedRun;
  /** The branch that failed, into which the pull request goes. */
  readonly base: string;
  readonly branch: Extract<BranchChoice, { kind: 'free' }>;
  readonly subject: string;
  readonly dryRun: boolean;
  readonly progress: Progress;
  readonly pullRequest: () => HostedText;
  /** Where the fix goes when no pull request may be opened: an issue that links the branch. */
  readonly fallbackIssue: (branch: string, reason: string) => HostedText;
}

/**
 * Publishes a verified fix: one branch, one draft pull request into the branch that failed. Each step looks before it
 * acts, so that doing it twice is doing it once. Answers another outcome when the fix was not published.
 */
export async function publishFix(doors: PublishDoors): Promise<Outcome | null> {
  const { ledger, host, run, base, branch, progress } = doors;
  if ((await host.readBranch(base)) !== run.headSha) {
    return outcome(
      'head-moved',
      `${base} is no longer at ${run.headSha.slice(0, 12)}; the fix was made for that commit and is not published.`,
    );
  }
  const open = ledger.state.pullRequestUrl ?? branch.openFix ?? null;
  if (open !== null && (await host.readPullRequest(branch.name)) === null) return closed(open);
  if (doors.dryRun) {
    progress({
      kind: 'note',
      text: `dry run: would push ${branch.name} and open a draft pull request into ${base}`,
    });
    return null;
  }
  await ledger.append({ kind: 'effect-intended', effect: 'push', key: branch.name });
  const place = { branch: branch.name, replaces: branch.replaces, base: run.headSha };
  const fix = { ...place, message: resultMessage(doors), change: await doors.readChange() };
  const placed = await placeFix(doors, fix);
  if (placed.kind !== 'placed') return notPlaced(placed, branch.name);
  const { commit } = placed;
  if ((await host.readBranch(branch.name)) !== commit) {
    return outcome('duplicate', `${branch.name} was replaced by another repair right after it was made.`);
  }
  if (placed.leftover !== null)
    progress({ kind: 'note', text: `the branch ${placed.leftover} could not be removed; it may go` });
  await ledger.append({
    kind: 'delivered',
    branch: branch.name,
    commit,
    detail: `${placed.signed ? 'signed' : 'unsigned'} commit on ${branch.name}`,
  });
  return openPullRequest(doors, open);
}

/** Who closes or merges it has decided: the next fix is no second pull request. */
const closed = (url: string): Outcome =>
  outcome(
    'head-moved',
    `Our pull request ${url} was closed or merged while the next fix was made, which is not published.`,
  );

function notPlaced(placed: Exclude<Placed, { kind: 'placed' }>, branch: string): Outcome {
  if (placed.kind === 'moved')
    return outcome('duplicate', `${branch} was published by another repair in the meantime.`);
  return placed.kind === 'refused'
    ? outcome(
        'permission',
        `The fix is verified, but the server refused the push of ${branch}: ${placed.detail}`,
      )
    : outcome(
        'platform-unavailable',
        `The fix is verified, but the push of ${branch} got no answer: ${placed.detail} Run it again later.`,
      );
}

/** @param open our pull request from that branch; another is not opened in its place. */
async function openPullRequest(
  { ledger, host, base, branch, progress, ...doors }: PublishDoors,
  open: string | null,
): Promise<Outcome | null> {
  await ledger.append({ kind: 'effect-intended', effect: 'pull-request', key: branch.name });
  const place = { branch: branch.name, base, mayCreate: open === null };
  const saved = await host.savePullRequest(doors.pullRequest(), place);
  if (saved.kind !== 'not-allowed') {
    progress({ kind: 'note', text: `${saved.kind} the pull request ${saved.url}` });
    await ledger.append({ kind: 'published', what: 'pull-request', url: saved.url });
    return null;
  }
  if (open !== null) return closed(open);
  progress({ kind: 'note', text: `no pull request: ${saved.detail}; telling it in an issue` });
  await saveIssue(doors.fallbackIssue(branch.name, saved.detail), { ledger, host, progress });
  return null;
}

/** Files or updates an issue of ours. Where issues are switched off, the job summary has to do. */
export async function saveIssue(
  text: HostedText,
  { ledger, host, progress }: Pick<PublishDoors, 'ledger' | 'host' | 'progress'>,
): Promise<void> {
  await ledger.append({ kind: 'effect-intended', effect: 'issue', key: text.marker });
  const saved = await host.saveIssue(text);
  if (saved.kind === 'not-allowed') {
    progress({ kind: 'note', text: `no issue: ${saved.detail}` });
    return;
  }
  progress({ kind: 'note', text: `${saved.kind} the issue ${saved.url}` });
  await ledger.append({ kind: 'published', what: 'issue', url: saved.url });
}
