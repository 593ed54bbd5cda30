import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunnerContext } from '../adapters/actions/read-event.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { GitHubChecks } from '../adapters/github/github-checks.js';
import { readLastGreen } from '../adapters/github/read-last-green.js';
import { createTerminal } from '../adapters/terminal/terminal.js';
import { type ActionSettings, readActionSettings, toRunSettings } from '../config/action-settings.js';
import { UsageError } from '../config/usage-error.js';
import { createRedaction, type Redact, secretValues } from '../domain/redaction.js';
import type { Repository } from '../isolate/repository.js';
import { renderJobSummary } from '../report/render/job-summary.js';
import {
  type ActionEnd,
  type ModeEnd,
  setOutputs,
  tellEnd,
  tellUsageError,
  writeSummary,
} from './action-end.js';
import { annotateFailure } from './annotate.js';
import { answerCommand } from './answer-command.js';
import { chooseModel } from './choose-model.js';
import { chooseRecipes } from './choose-recipes.js';
import { WITHOUT_SANDBOX } from './choose-sandbox.js';
import { type Diagnosis, diagnoseTarget, untoldContext } from './diagnose.js';
import { endBroken, endEarly } from './end-early.js';
import { findTarget, type Target } from './find-target.js';
import { findEarlierReds, fixMemory, hostedReds, pullDoors } from './fix-doors.js';
import { githubDoor } from './github-door.js';
import type { Environment, Host } from './host.js';
import { admit } from './modes/admit.js';
import { answer } from './modes/answer.js';
import { close } from './modes/close.js';
import { doctor } from './modes/doctor.js';
import { publish } from './modes/publish.js';
import { repair, verify } from './modes/work.js';
import { LEASE_STAYS, openLease } from './open-lease.js';
import { openRun } from './open-run.js';
import { type ProgressTeller, SILENT } from './progress-teller.js';
import type { ResultProof } from './prove-result.js';
import { repairRun } from './repair-run.js';
import { rerunTransient } from './rerun-transient.js';
import { openSession, type Session } from './session.js';
import { listenForStop, type StopSignals } from './stop-signals.js';

/** The Action: from a failed run to a pull request, an issue, or a named reason for neither. Never throws. */
export async function action(): Promise<void> {
  const stop = listenForStop();
  const environment = { ...process.env };
  const redact = createRedaction(secretValues(environment));
  let settings: ActionSettings | null = null;
  const tell = (end: ModeEnd): void => {
    setOutputs(end);
    process.exitCode = tellEnd(end, { settings, signal: stop.received(), redact });
  };
  try {
    settings = readActionSettings(environment);
    const start = { settings, environment, stop, redact };
    if (settings.mode === 'doctor') process.exitCode = await doctor(start);
    else tell(await MODES[settings.mode](start));
  } catch (error) {
    if (error instanceof UsageError) process.exitCode = tellUsageError(error);
    else tell(await endBroken(error, stop, redact));
  } finally {
    stop.close();
  }
}

const MODES: Readonly<Record<Exclude<ActionSettings['mode'], 'doctor'>, (start: Start) => Promise<ModeEnd>>> =
  {
    all: repairFailedRun,
    answer,
    admit,
    verify,
    repair,
    publish,
    close,
  };

/** What every mode starts from. */
export interface Start {
  readonly settings: ActionSettings;
  readonly environment: Environment;
  readonly stop: StopSignals;
  readonly redact: Redact;
}

async function repairFailedRun(start: Start): Promise<ActionEnd> {
  const session = openSession(start);
  const target = await findTarget({ ...session, ...start });
  if (target.kind === 'end') {
    const context = untoldContext(target.run);
    return endEarly({ outcome: target.outcome, context, host: session.host, ...start });
  }
  const repair = (settings: ActionSettings, teller: ProgressTeller): Promise<ActionEnd> =>
    repairAdmitted(target, { ...start, ...session, settings, teller });
  const { asked } = target;
  if (asked === null) return repair(start.settings, SILENT);
  return answerCommand(asked, { ...start, ...session, door: target.door }, repair);
}

type Admitted = Start & Session & { readonly teller: ProgressTeller };

async function repairAdmitted(target: Target, admitted: Admitted): Promise<ActionEnd> {
  const open = () => requireRepository(admitted.context, admitted.environment);
  const first = await diagnoseTarget(target, admitted, open);
  const diagnosis = await rerunTransient(first, target, admitted, open);
  annotateFailure(diagnosis, admitted.redact);
  if (diagnosis.kind === 'end')
    return endEarly({ ...admitted, ...diagnosis, isAnswered: target.asked !== null });
  return repairTarget({ ...admitted, ...diagnosis });
}

export async function requireRepository(
  { workspace }: RunnerContext,
  environment: Environment,
): Promise<Repository> {
  const repository = await openRepository(workspace, { environment, temporaryRoot: tmpdir() });
  if (repository === null) {
    throw new UsageError([`${workspace} is not a git repository; run actions/checkout before this step`]);
  }
  return repository;
}

type TargetParts = Admitted & Extract<Diagnosis, { kind: 'failure' }>;

/** A help for the model, and no more: that the host or the history does not give it stops nothing. */
export async function fetchLastGreen({
  client,
  target,
  repository,
  remote,
}: Pick<TargetParts, 'client' | 'target' | 'repository' | 'remote'>): Promise<string | null> {
  try {
    const commit = await readLastGreen(client, target.run);
    if (commit !== null) await repository.requireCommit(commit, remote);
    return commit;
  } catch {
    return null;
  }
}

export function resultProof(parts: Omit<TargetParts, 'repository' | 'gate' | 'teller'>): ResultProof {
  const { settings, client, placing, context, target, limits, redact, told } = parts;
  const { run, alsoFailed, base } = target;
  const own = { runId: context.ownRunId, workflowPath: context.ownWorkflowPath };
  return {
    checks: new GitHubChecks({ client, placing, run, alsoFailed, base, own, limits, redact }),
    failedJobs: told.checks.flatMap(({ jobs }) => jobs),
    waitSeconds: settings.waitForChecks,
    pause: limits.pause,
  };
}

async function repairTarget(parts: TargetParts): Promise<ActionEnd> {
  const { context, stop, target, repository, told, redact } = parts;
  const settings = toRunSettings(parts.settings);
  const { stdin, stdout, stderr } = process;
  const environment = { ...parts.environment, OPENAI_API_KEY: parts.settings.apiKey ?? undefined };
  const host: Host = { environment, currentFolder: context.workspace, stdin, stdout, stderr };
  const recipes = chooseRecipes(settings);
  const model = await chooseModel(settings, host);
  const record = await openRun({
    settings,
    home: join(context.temporaryFolder, 'smart-fix'),
    currentFolder: context.workspace,
    redact,
  });
  const progress = createTerminal({ stream: stdout, environment, redact, verbose: settings.verbose });
  const logNotes = new Set(told.checks.flatMap(({ scan }) => scan.notes));
  const modelNotes = model.note === null ? [] : [model.note];
  const sandboxNotes = settings.sandbox === 'none' ? [WITHOUT_SANDBOX] : [];
  for (const text of [...sandboxNotes, ...logNotes, ...told.gateNotes, ...modelNotes])
    progress({ kind: 'note', text });
  const lease = openLease(parts, parts, target);
  try {
    const report = await repairRun({
      settings,
      gate: parts.gate,
      baseCommit: target.run.headSha,
      repository,
      recipes,
      model,
      holdsSecrets: holdsSecrets(parts.settings),
      record,
      stop,
      progress,
      environment: parts.environment,
      deadline: parts.deadline,
      redact,
      door: githubDoor({
        settings,
        state: await repository.readState(),
        repository,
        record,
        progress,
        host: parts.host,
        remote: parts.remote,
        target,
        failure: told,
        onSuccess: parts.settings.onSuccess,
        teller: parts.teller,
        redact,
        ...fixMemory(parts),
        ...hostedReds(await findEarlierReds(parts)),
        ...pullDoors(parts),
        lastGreen: () => fetchLastGreen(parts),
        proof: resultProof(parts),
        lease,
        pushes: true,
      }),
    });
    await writeSummary(redact(renderJobSummary(report, told)));
    const { path } = record.folder;
    const ledgerPath = join(path, 'ledger.jsonl');
    return { outcome: report, job: null, report, issueUrl: report.issueUrl, statePath: path, ledgerPath };
  } finally {
    if (!(await lease.release())) progress({ kind: 'note', text: LEASE_STAYS });
    await record.close();
  }
}

/** The job's own token is there in any case, with the powers that its workflow gave it. */
export function holdsSecrets({ apiKey, pushToken, provider }: ActionSettings): boolean {
  return apiKey !== null || pushToken !== null || provider === 'command';
}
