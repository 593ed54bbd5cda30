import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunnerContext } from '../../adapters/actions/read-event.js';
import { readIdentity } from '../../adapters/actions/read-identity.js';
import { type HandOverFolder, makeHandOver, openHandOver } from '../../adapters/store/hand-over-folder.js';
import { openStateFolder } from '../../adapters/store/state-folder.js';
import { type ActionSettings, sharedBySplitJobs } from '../../config/action-settings.js';
import { UsageError } from '../../config/usage-error.js';
import { digestOf } from '../../domain/digest.js';
import type { FailedRun } from '../../domain/failed-run.js';
import type { FileChange } from '../../domain/patch.js';
import type { Request } from '../../domain/request.js';
import type { Revision } from '../../domain/revision.js';
import type { Workspace } from '../../isolate/workspace.js';
import type { Binding, Fact } from '../../ledger/entry.js';
import { readFact } from '../../ledger/fact-schema.js';
import { MAX_DOCUMENT, readPatchDocument, writePatchDocument } from '../../ledger/patch-document.js';
import { TamperedError } from '../../ledger/tampered-error.js';
import { restoreRevisions } from '../../loop/restore-revisions.js';
import type { Start } from '../action.js';
import { newRunId, openRecord, type RunRecord } from '../open-run.js';

/** A run that goes from job to job: its record in this job, and the patch documents beside its ledger. */
export interface HandedRun {
  readonly record: RunRecord;
  readonly binding: Binding;
  readonly request: Request;
  readonly ledgerPath: string;
  /** Makes every revision again in a workspace on the base; answers each one's patch. @throws TamperedError */
  restore(workspace: Workspace): Promise<ReadonlyMap<string, readonly FileChange[]>>;
  keepPatch(revision: Revision, changes: readonly FileChange[]): Promise<void>;
}

const folderOf = ({ handOver }: ActionSettings, { workspace }: RunnerContext): string =>
  resolve(workspace, handOver ?? '');

/** A record with an empty ledger in a new hand-over folder. @throws UsageError when something is there already. */
export async function startRecord(
  { settings, redact }: Start,
  context: RunnerContext,
): Promise<{ readonly record: RunRecord; readonly ledgerPath: string }> {
  const path = folderOf(settings, context);
  const handOver = await makeHandOver(path).catch((error: Error) => {
    throw new UsageError([`hand-over: ${error.message}`]);
  });
  const startedAt = new Date();
  const run = { runId: newRunId(startedAt), startedAt };
  return {
    record: await recordOf(handOver, run, { settings, context, redact }),
    ledgerPath: join(path, 'ledger.jsonl'),
  };
}

/** What every job can see for itself. */
type BoundPlace = Omit<Binding, 'looksFlaky' | 'earlierReds'>;

export function bindingOf(
  { settings, environment }: Start,
  context: RunnerContext,
  { runId, attempt, headSha }: Pick<FailedRun, 'runId' | 'attempt' | 'headSha'>,
): BoundPlace {
  const { repositoryId, ownAttempt } = readIdentity(environment);
  return {
    repositoryId,
    repository: context.repository,
    workflowRun: { runId: context.ownRunId, attempt: ownAttempt },
    failedRun: { runId, attempt, headSha },
    settingsDigest: digestOf(sharedBySplitJobs(settings)),
  };
}

/**
 * Takes up what an earlier job of this workflow run handed over: the chain, the form of every fact, its last hash, and
 * what it is bound to.
 * @throws TamperedError when any of them is another; nothing was started then.
 */
export async function takeHandOver(start: Start, context: RunnerContext): Promise<HandedRun> {
  const { settings, redact } = start;
  const path = folderOf(settings, context);
  const handOver = await openHandOver(path);
  try {
    const { binding, request } = readBound(handOver, settings);
    requireSameBinding(binding, bindingOf(start, context, binding.failedRun));
    if (request.baseCommit !== binding.failedRun.headSha)
      throw new TamperedError('the ledger is for another commit than it is bound to');
    const run = { runId: request.requestId, startedAt: new Date(request.createdAt) };
    const record = await recordOf(handOver, run, { settings, context, redact });
    return {
      ...{ record, binding, request },
      ledgerPath: join(path, 'ledger.jsonl'),
      restore: (workspace) =>
        restoreRevisions({
          state: record.ledger.state,
          workspace,
          redact,
          readChanges: async (revision) =>
            readPatchDocument(
              await handOver.readPatch(revision.number, MAX_DOCUMENT),
              { binding, baseCommit: request.baseCommit, revision },
              (file) => workspace.readFile(workspace.baseCommit, file),
            ),
        }),
      keepPatch: (revision, changes) =>
        handOver.writePatch(
          revision.number,
          writePatchDocument(
            { binding, baseCommit: request.baseCommit, revision },
            changes,
            redact(revision.diagnosis ?? ''),
          ),
        ),
    };
  } catch (error) {
    await handOver.ledger.close();
    throw error;
  }
}

/**
 * What only the job that writes may record: links and ends that another job put there would be shown as ours. They
 * count up to where that job itself has handed over, which its output tells; the chain holds all that lies before it.
 */
const OF_PUBLICATION: readonly Fact['kind'][] = [
  'effect-intended',
  'published',
  'delivered',
  'checks-awaited',
  'checks-judged',
  'run-ended',
];

/** The two facts that every handed-over ledger begins with; all of them must be of a form that we write. */
function readBound(
  { ledger }: HandOverFolder,
  { ledgerHead, publishedHead }: Pick<ActionSettings, 'ledgerHead' | 'publishedHead'>,
) {
  const published = ledger.earlier.findIndex(({ hash }) => hash === publishedHead);
  if (publishedHead !== null && published === -1)
    throw new TamperedError('the ledger does not go on from what was published');
  for (const [index, { sequence, fact }] of ledger.earlier.entries()) {
    const read = readFact(fact);
    if (typeof read === 'string')
      throw new TamperedError(`ledger line ${sequence} is no fact of ours: ${read}`);
    if (index > published && OF_PUBLICATION.includes(read.kind))
      throw new TamperedError(`ledger line ${sequence} is a fact of the job that comes last`);
  }
  if (ledger.earlier.at(-1)?.hash !== ledgerHead)
    throw new TamperedError('the ledger does not end as the job before said');
  const [first, second] = ledger.earlier.map(({ fact }) => fact);
  const again = ledger.earlier.slice(2).find(({ fact }) => /^run-(bound|started)$/.test(fact.kind));
  if (first?.kind !== 'run-bound' || second?.kind !== 'run-started' || again !== undefined)
    throw new TamperedError('the ledger does not begin as a handed-over run does');
  if (digestOf(second.request) !== second.requestDigest)
    throw new TamperedError('the request was changed on the way');
  return { binding: first.binding, request: second.request };
}

/** An attempt may go on in a later one: that is what GitHub does when failed jobs are run again. */
function requireSameBinding(found: Binding, here: BoundPlace): void {
  const { looksFlaky: _, earlierReds: __, workflowRun, settingsDigest, ...place } = found;
  const { workflowRun: ours, settingsDigest: digest, ...wanted } = here;
  if (digestOf(place) !== digestOf(wanted)) throw new TamperedError('the ledger is of another repository');
  if (workflowRun.runId !== ours.runId || workflowRun.attempt > ours.attempt)
    throw new TamperedError(`the ledger is of workflow run ${workflowRun.runId}, not of this one`);
  if (settingsDigest !== digest)
    throw new TamperedError('the ledger was begun with other settings than this job was given');
}

interface RecordPlace extends Pick<Start, 'settings' | 'redact'> {
  readonly context: RunnerContext;
}

async function recordOf(
  handOver: HandOverFolder,
  run: Pick<RunRecord, 'runId' | 'startedAt'>,
  { settings, redact, context }: RecordPlace,
): Promise<RunRecord> {
  const home = join(context.temporaryFolder, 'smart-fix');
  await mkdir(home, { recursive: true });
  const path = settings.stateDir === null ? join(home, 'runs', run.runId) : resolve(settings.stateDir);
  const folder = await openStateFolder(path, redact);
  return openRecord({ ...run, folder, file: handOver.ledger, home, redact });
}
