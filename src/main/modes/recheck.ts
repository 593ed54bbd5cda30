import { type Outcome, outcome } from '../../domain/outcome.js';
import type { FileChange } from '../../domain/patch.js';
import { createSecretSearch, secretValues } from '../../domain/redaction.js';
import type { Workspace } from '../../isolate/workspace.js';
import { currentRevision, type RunState } from '../../ledger/fold.js';
import { TamperedError } from '../../ledger/tampered-error.js';
import { checkPatch } from '../../loop/check-patch.js';
import { hasRecipesLeft } from '../../loop/choose-rung.js';
import { openedByNoRecipe } from '../../loop/opened-by-no-recipe.js';
import { recheckVerdict } from '../../loop/recheck-verdict.js';
import { firstStop } from '../../loop/stop-rules.js';
import { isOpened } from '../../policy/protected-paths.js';
import { sensitiveAreaOf } from '../../policy/sensitive-areas.js';
import type { RepairRun } from '../repair-run.js';
import type { JobResults } from './job-results.js';

export const NOTHING =
  'The jobs before handed nothing more over; look at their logs. Nothing more is published.';

const GATE_JOB_BROKE =
  'The job that had to run the gate next handed nothing over; look at its log. Nothing more is published.';

/** The end by the ledger's facts alone; what only a job could see (its deadline, a cancel) is taken from that job. */
export function endOf(run: RepairRun, state: RunState, { broken }: JobResults): Outcome {
  const said = state.handedOver?.outcome ?? null;
  if (said?.status === 'cancelled') return said;
  if (state.handedOver?.next === 'verify') return outcome('internal', withBroken(GATE_JOB_BROKE, broken));
  const end = firstStopOf(run, state);
  if (end !== null) return end;
  if (said?.status === 'completed') throw new TamperedError('a repair is said that the ledger does not show');
  return said ?? spent(state, broken);
}

/** What the loop's rules say by the ledger alone. */
export function firstStopOf(run: RepairRun, state: RunState): Outcome | null {
  const recipesLeft = hasRecipesLeft(state, run);
  return firstStop({
    state,
    greenBase: run.door.greenBase,
    timeLeftMs: 1,
    cancelled: false,
    earlierReds: run.door.earlierReds,
    toTryAgain: run.door.toTryAgain,
    sensitiveArea: (path) => (isOpened(path, run.settings) ? null : sensitiveAreaOf(path)),
    recipesLeft,
    spendsModelCalls: !recipesLeft,
  });
}

/** No job asked the model next: it broke, or the workflow has none left for it. */
function spent({ executions, revisions }: RunState, broken: string | null): Outcome {
  if (broken !== null || executions.length <= 1) return outcome('internal', withBroken(NOTHING, broken));
  const attempts = Math.max(0, revisions.length - 1);
  return outcome(
    'max-attempts',
    `${attempts} attempts were made. Then the workflow had no further round; the input rounds says how many it has, 3 at most.`,
  );
}

const withBroken = (text: string, broken: string | null): string =>
  broken === null ? text : `${text} GitHub says: ${broken}.`;

/** Policy and judge once more, on what is about to be published. */
export async function recheck(
  run: RepairRun,
  workspace: Workspace,
  patches: ReadonlyMap<string, readonly FileChange[]>,
): Promise<Outcome | null> {
  const { ledger } = run.record;
  const { opened, revisionId } = currentRevision(ledger.state);
  const changes = patches.get(revisionId) ?? [];
  const wasFlaky = () => run.door.looksFlaky;
  recheckVerdict({ ledger, wasFlaky });
  const recipes = run.recipes.map(({ name }) => name);
  const [alone] = openedByNoRecipe({ state: ledger.state, patches, recipes });
  if (alone !== undefined) throw new TamperedError(`a patch opens ${alone}, which no recipe asked for`);
  const findSecrets = createSecretSearch(secretValues(run.environment));
  const doors = { ledger, workspace, findSecrets };
  const verdict = await checkPatch(changes, { opened, earlierPatches: [] }, doors);
  if (verdict.kind === 'rejection')
    throw new TamperedError(`policy refuses the patch (${verdict.code}): ${verdict.detail}`);
  if (verdict.kind === 'stop') return outcome(verdict.reason, verdict.detail);
  const said = verdict.concerns.map(({ rule, path, detail }) => `${rule} in ${path}: ${detail}`);
  return said.length === 0 ? null : outcome('weak-evidence', said.join(' '));
}
