import { type BranchChoice, chooseBranch } from '../isolate/choose-branch.js';
import type { LeaseAnswer } from '../isolate/lease.js';
import type { Workspace } from '../isolate/workspace.js';
import type { FixFate } from '../report/code-host.js';
import { refuseFate } from '../trigger/admit-fix.js';
import type { GitHubParts } from './github-door.js';
import { OWN_BRANCH_PREFIX } from './own-branch.js';
import { tellUnwanted } from './tell-unwanted.js';

/**
 * The branch for the result, once this run alone has the right to repair the failure; what another published until then
 * is seen. Where nothing is to be written, no right is needed.
 */
export async function chooseLeasedBranch(
  wanted: string,
  workspace: Workspace,
  parts: GitHubParts,
): Promise<BranchChoice> {
  const { settings, onSuccess, host, progress } = parts;
  const choice = await chooseRemoteBranch(wanted, workspace, parts);
  await tellUnwanted(choice, parts);
  if (choice.kind === 'refused' || settings.dryRun || !(onSuccess === 'pr' || onSuccess === 'push'))
    return choice;
  for (const name of choice.left)
    progress({
      kind: 'note',
      text: `${name} is not ours to replace and stays; the fix goes to ${choice.name}`,
    });
  const refused = await takeLease(wanted, parts);
  if (refused !== null) return refused;
  // A branch that is still not there has no pull request; one that is may have got one since it was looked at.
  const isStillFree = choice.replaces === null && (await host.readBranch(choice.name)) === null;
  return isStillFree ? choice : chooseRemoteBranch(wanted, workspace, parts);
}

async function takeLease(
  wanted: string,
  { lease, record, progress, remote }: GitHubParts,
): Promise<BranchChoice | null> {
  await record.ledger.append({ kind: 'effect-intended', effect: 'lease', key: wanted });
  const answer = await lease.take(wanted);
  if (answer.kind === 'unavailable')
    progress({
      kind: 'note',
      text: `no lease on this failure, so that two runs may repair it: ${answer.detail}`,
    });
  return answer.kind === 'held' ? { kind: 'refused', ...refuseHeld(answer, remote) } : null;
}

/** Why nothing is repaired while another run holds the lease. */
export function refuseHeld(
  { runId }: Extract<LeaseAnswer, { kind: 'held' }>,
  { url }: GitHubParts['remote'],
) {
  const page = `${url.replace(/\.git$/, '')}/actions/runs/${runId}`;
  const who = runId === null ? 'Another run' : page;
  const detail = `${who} repairs this failure right now; what it finds is published there.`;
  return { reason: 'lease-lost', detail } as const;
}

type BranchParts = Pick<
  GitHubParts,
  'repository' | 'host' | 'target' | 'state' | 'readFixFate' | 'readOpenFixes' | 'isRetry'
>;

/**
 * The names on the server count, not those of the checkout. A branch that is on its way into another base stays; a fix
 * of this very commit that is out already is enough, and so is one that a person took over by a commit of theirs. What is
 * here under the name of a fork's branch has nothing to do with it.
 */
export async function chooseRemoteBranch(
  wanted: string,
  workspace: Pick<Workspace, 'baseCommit'>,
  parts: BranchParts,
): Promise<BranchChoice> {
  const { repository, host, target, state } = parts;
  const isBranchName = (name: string) => repository.isBranchName(name);
  if (target.asked?.isFork === true) {
    const names = { ...state, currentBranch: null, checkedOutBranches: [] };
    return chooseBranch(wanted, names, { isBranchName, readBranch: async () => null });
  }
  const names = { ...state, currentBranch: target.base, checkedOutBranches: [] };
  const marker = `pull-request:${wanted.slice(OWN_BRANCH_PREFIX.length)}`;
  const enough: string[] = [];
  const fates: (FixFate | null)[] = [];
  const openFixes = new Map<string, string>();
  const choice = await chooseBranch(wanted, names, {
    isBranchName,
    readBranch: async (name) => {
      fates.push(await parts.readFixFate(name, marker));
      const branch = await host.readFixBranch(name);
      if (branch === null) return null;
      const open = await host.readPullRequest(name);
      const isHere = open?.base === target.base;
      if (isHere) openFixes.set(name, open.url);
      if (isHere && !branch.ours) enough.push(`${open.url} holds commits of a person and is left to them.`);
      else if (isHere && branch.parent === workspace.baseCommit)
        enough.push(`${open.url} repairs this failure of this commit already.`);
      return { ...branch, published: open !== null && !isHere };
    },
  });
  const unwanted = parts.isRetry ? null : refuseFate(fates, parts.target.door.optOutLabel);
  if (unwanted !== null) return { kind: 'refused', ...unwanted };
  const detail = enough[0] ?? (await describeOther(wanted, parts));
  if (detail !== null) return { kind: 'refused', reason: 'duplicate', detail };
  if (choice.kind === 'refused') return choice;
  const openFix = openFixes.get(choice.name);
  return openFix === undefined ? choice : { ...choice, openFix };
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
