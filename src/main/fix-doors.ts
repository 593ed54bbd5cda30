import { readEarlierReds } from '../adapters/github/read-earlier-reds.js';
import { readRun } from '../adapters/github/read-failed-run.js';
import { readFixFate, readOpenFixes } from '../adapters/github/read-fix-fate.js';
import { readPullRequest } from '../adapters/github/read-pull-request.js';
import { readShownHunks, saveReview } from '../adapters/github/reviews.js';
import { digestOf } from '../domain/digest.js';
import type { EarlierReds } from '../ledger/entry.js';
import { runsOf } from '../report/failed-checks.js';
import type { Suggestion } from '../report/suggestions.js';
import type { Target } from './find-target.js';
import type { Door } from './repair-run.js';
import type { Session } from './session.js';

type Parts = Pick<Session, 'client' | 'context'> & { readonly target: Target };

/** What is asked of fixes that were proposed before. */
export function fixMemory({ client, context: { repository, eventName }, target }: Parts) {
  return {
    readFixFate: (branch: string, marker: string) =>
      readFixFate(client, repository, { branch, base: target.base, marker }),
    readOpenFixes: () => readOpenFixes(client, repository, target.base),
    // Who names a run by hand wants just that.
    isRetry: target.asked?.command.verb === 'retry' || eventName === 'workflow_dispatch',
  };
}

/** How earlier runs ended on the failures that are open now; a person who wants one more has them forgotten. */
export async function findEarlierReds(parts: Parts): Promise<EarlierReds> {
  if (fixMemory(parts).isRetry) return {};
  return readEarlierReds(parts.client, parts.context.repository);
}

/** The same as a door asks for it. */
export const hostedReds = (reds: EarlierReds): Pick<Door, 'earlierReds' | 'toTryAgain'> => ({
  earlierReds: (fingerprint) => (Object.hasOwn(reds, fingerprint) ? (reds[fingerprint] ?? 0) : 0),
  toTryAgain: 'close its issue, or comment /smart-fix retry under the pull request',
});

const SUGGESTED =
  'The whole gate passed with these changes together. A passed gate shows that its commands pass, not that a change is right.';

/** What is asked of the runs that failed, and of the pull request whose head failed. */
export function pullDoors({ client, context: { repository }, target }: Parts) {
  const { pull, run } = target;
  const readRunsNow = () =>
    Promise.all(runsOf(target).map(({ runId }) => readRun(client, repository, runId)));
  if (pull === null) return { readRunsNow, readPull: async () => null, suggestionHost: null };
  const place = { repository, number: pull.number };
  return {
    readRunsNow,
    readPull: () => readPullRequest(client, repository, pull.number),
    suggestionHost: {
      readHunks: () => readShownHunks(client, place),
      save: (suggestions: readonly Suggestion[]) =>
        saveReview(client, place, { ...reviewOf(suggestions), commit: run.headSha }),
    },
  };
}

/** The head may get more than one fix: another is another review. */
function reviewOf(suggestions: readonly Suggestion[]) {
  return { marker: `suggestions:${digestOf(suggestions).slice(0, 12)}`, body: SUGGESTED, suggestions };
}
