import { type Outcome, outcome } from '../domain/outcome.js';
import type { Gate } from '../domain/shell-command.js';
import type { Repository } from '../isolate/repository.js';
import type { FailureContext } from '../report/failed-checks.js';
import type { Start } from './action.js';
import { chooseFailedGate, type FailedGate } from './choose-failed-gate.js';
import { findTarget, type Target } from './find-target.js';
import { readFailure } from './read-failure.js';
import { readRepositoryMatchers } from './read-matchers.js';
import type { Session } from './session.js';

/** What failed, where it may be repaired and what has to pass; or why nothing of that. */
export type Diagnosis =
  /** The context is null when no failed run was looked at. */
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly context: FailureContext | null }
  | {
      readonly kind: 'failure';
      readonly target: Target;
      readonly repository: Repository;
      readonly told: FailureContext;
      readonly gate: Gate;
    };

/**
 * From an event to a failure that can be repaired. Reads only; the repository is opened when the run turned out to be
 * one that may be repaired.
 */
export async function diagnose(
  { settings, redact }: Pick<Start, 'settings' | 'redact'>,
  { context, client, host, limits, readRemote }: Session,
  openRepository: (target: Target) => Promise<Repository>,
): Promise<Diagnosis> {
  const target = await findTarget(context, settings, client);
  if (target.kind === 'end') {
    const { outcome, run } = target;
    const failure = run === null ? null : { run, checks: [], pullRequestUrl: null, gateNotes: [] };
    return { kind: 'end', outcome, context: failure };
  }
  const repository = await openRepository(target);
  await repository.requireCommit(target.run.headSha, readRemote);
  const repositoryFiles = await repository.listFilesOf(target.run.headSha);
  // What is wrong with one of them is told when the gate is run.
  const { matchers } = await readRepositoryMatchers(repository, target.run.headSha, []);
  const failure = await readFailure(client, target.run, { ...limits, repositoryFiles, matchers, redact });
  const pullRequestUrl = (await host.readPullRequest(target.base))?.url ?? null;
  const told = { run: target.run, checks: failure.checks, pullRequestUrl, gateNotes: [] };
  if (failure.kind === 'end') return { kind: 'end', outcome: failure.outcome, context: told };
  const { gate, notes } = await chooseFailedGate(settings, told, repository);
  if (gate === null) return { kind: 'end', outcome: noGate(notes), context: told };
  return { kind: 'failure', target, repository, gate, told: { ...told, gateNotes: notes } };
}

function noGate(notes: FailedGate['notes']): Outcome {
  const why =
    'No gate is named, and none that would see the failure can be inferred; say with the input gate what must pass.';
  return outcome('missing-input', [why, ...notes].join('\n'));
}
