import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Finding } from '../domain/scan.js';
import type { Gate } from '../domain/shell-command.js';
import type { Repository } from '../isolate/repository.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderExplanation } from '../report/render/explanation.js';
import { renderExcerpt } from '../scan/render/render-excerpt.js';
import type { Start } from './action.js';
import { chooseFailedGate, type FailedGate } from './choose-failed-gate.js';
import type { Target } from './find-target.js';
import { narrowFailure } from './narrow-failure.js';
import type { ProgressTeller } from './progress-teller.js';
import { readFailure } from './read-failure.js';
import { readRepositoryMatchers } from './read-matchers.js';
import { redOnBase } from './red-on-base.js';
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

type OpenRepository = (target: Target) => Promise<Repository>;

/** What is known of a run whose logs were not read. */
export function untoldContext(run: FailedRun | null): FailureContext | null {
  if (run === null) return null;
  const nothing = { alsoFailed: [], checks: [], gateNotes: [], notCovered: [] };
  return { run, ...nothing, pullRequestUrl: null, ownRunUrl: null };
}

/**
 * From a target to a failure that can be repaired. Reads only, but for the answer to a comment; the repository is opened
 * when it is needed.
 */
export async function diagnoseTarget(
  target: Target,
  parts: Session & Pick<Start, 'settings' | 'redact'> & { readonly teller: ProgressTeller },
  openRepository: OpenRepository,
): Promise<Diagnosis> {
  const { settings, redact, client, limits, readRemote, teller } = parts;
  const repository = await openRepository(target);
  await repository.requireCommit(target.run.headSha, readRemote);
  const repositoryFiles = await repository.listFilesOf(target.run.headSha);
  // What is wrong with one of them is told when the gate is run.
  const { matchers } = await readRepositoryMatchers(repository, target.run.headSha, []);
  const reading = { ...limits, repositoryFiles, matchers, redact };
  const failure = narrowFailure(
    await readFailure(client, [target.run, ...target.alsoFailed], reading),
    target,
  );
  const pullRequestUrl = target.pull?.url ?? null;
  const ownRunUrl = `${readRemote.url.replace(/\.git$/, '')}/actions/runs/${parts.context.ownRunId}`;
  const { run, alsoFailed, leftOut } = target;
  const place = { pullRequestUrl, ownRunUrl };
  const told = { run, alsoFailed, checks: failure.checks, ...place, gateNotes: [], notCovered: leftOut };
  const second = await teller.working(told);
  if (second !== null) return { kind: 'end', outcome: second, context: told };
  if (failure.kind === 'end') return { kind: 'end', outcome: failure.outcome, context: told };
  const isExplained = target.asked?.command.verb === 'explain';
  const elsewhere = isExplained ? null : await redOnBase(target, failure.checks, { client, reading });
  if (elsewhere !== null) return { kind: 'end', outcome: elsewhere, context: told };
  const { gate, notes, notCovered } = await chooseFailedGate(settings, told, repository);
  const informed = { ...told, gateNotes: notes, notCovered: [...leftOut, ...notCovered] };
  teller.learned(informed);
  if (isExplained) {
    const excerptOf = await readExcerpts(repository, informed);
    teller.answer(renderExplanation(informed, gate, excerptOf));
    return { kind: 'end', outcome: outcome('event-not-handled', EXPLAINED), context: told };
  }
  if (gate === null) return { kind: 'end', outcome: noGate(notes), context: told };
  return { kind: 'failure', target, repository, gate, told: informed };
}

/** The source around each finding, as it is in the commit that failed. */
async function readExcerpts(repository: Repository, { run, checks }: FailureContext) {
  const files = checks.flatMap(({ scan }) => scan.findings.flatMap(({ file }) => file ?? []));
  const texts = await repository.readFilesOf(run.headSha, files);
  return ({ file, line }: Finding): readonly string[] => {
    const text = file === null ? undefined : texts.get(file);
    return text === undefined || line === null ? [] : renderExcerpt(text.split('\n'), line);
  };
}

const EXPLAINED = 'An explanation was asked for and given; nothing was to be repaired.';

function noGate(notes: FailedGate['notes']): Outcome {
  const why =
    'No gate is named, and none that would see the failure can be inferred; say with the input gate what must pass.';
  return outcome('missing-input', [why, ...notes].join('\n'));
}
