import { tmpdir } from 'node:os';
import * as core from '@actions/core';
import { openRepository } from '../../adapters/git/open-repository.js';
import { createGitHubClient } from '../../adapters/github/client.js';
import { readRepositoryFile } from '../../adapters/github/read-repository-file.js';
import { readToken, type TokenReading } from '../../adapters/github/read-token.js';
import { type JobPermissions, readJobPermissions } from '../../adapters/workflow/read-job-permissions.js';
import { toRunSettings } from '../../config/action-settings.js';
import { inertText } from '../../domain/inert-text.js';
import { missing, note, type Observation } from '../../domain/observation.js';
import type { Repository } from '../../isolate/repository.js';
import {
  isHealthy,
  renderObservations,
  renderObservationsMarkdown,
} from '../../report/render/observations.js';
import { holdsSecrets, type Start } from '../action.js';
import { writeSummary } from '../action-end.js';
import { namedGate } from '../choose-gate.js';
import { lookAtGit, lookAtSandboxes, WORKFLOW_ADVICE } from '../doctor/look-at-machine.js';
import { lookAtConfig, lookAtGate, lookAtStrategies } from '../doctor/look-at-project.js';
import { lookAtStart, lookAtToken } from '../doctor/look-at-token.js';
import { inferProjectGate } from '../infer-gate.js';
import { readConfig } from '../read-config.js';
import { openSession, type Session } from '../session.js';

/** Looks at all that a repair in this job would need, changes nothing, and says what is missing; answers the exit code. */
export async function doctor(start: Start): Promise<number> {
  const { redact } = start;
  const session = openSession(start);
  const observations = [
    ...(await lookAtTokens(start, session)),
    ...(await lookAtCheckout(start, session)),
    ...(await lookAtSandboxes(
      { ...start.settings, ...start, holdsSecrets: holdsSecrets(start.settings) },
      WORKFLOW_ADVICE,
    )),
  ];
  core.info(inertText(redact(renderObservations(observations))));
  await writeSummary(redact(renderObservationsMarkdown(observations)));
  if (isHealthy(observations)) return 0;
  core.error('smart-fix doctor: no repair can run yet; the job summary says what to add');
  return 1;
}

async function lookAtTokens(
  { settings, environment }: Start,
  { client, context, limits }: Session,
): Promise<readonly Observation[]> {
  const { repository, apiUrl } = context;
  const { githubToken, pushToken } = settings;
  const reading = await readToken(client, githubToken ?? '', repository);
  const job = await readOwnPermissions({ client, context }, environment);
  const own = lookAtToken('github-token', reading, job);
  if (pushToken === null) return [...own, ...lookAtOwnStart(reading, job)];
  const pushing = createGitHubClient({ token: pushToken, apiUrl, ...limits });
  const pushed = await readToken(pushing, pushToken, repository);
  const starts = pushed.kind === 'facts' ? [lookAtStart('push-token', pushed.facts.kind, false)] : [];
  return [...own, ...lookAtToken('push-token', pushed, null), ...starts];
}

function lookAtOwnStart(reading: TokenReading, job: JobPermissions | null): readonly Observation[] {
  if (reading.kind === 'fault') return [];
  const mayDispatch = typeof job === 'function' && job('actions') === 'write';
  return [lookAtStart('github-token', reading.facts.kind, mayDispatch)];
}

/** `OWNER/NAME/.github/workflows/FILE@REF`: the file of this very job, at the commit that the runner took it from. */
async function readOwnPermissions(
  { client, context }: Pick<Session, 'client' | 'context'>,
  { GITHUB_WORKFLOW_REF = '', GITHUB_WORKFLOW_SHA, GITHUB_JOB = '' }: Start['environment'],
): Promise<JobPermissions | null> {
  const { owner, name } = context.repository;
  const [, place = '', path = ''] = /^([^/]+\/[^/]+)\/(.+)@/.exec(GITHUB_WORKFLOW_REF) ?? [];
  if (place.toLowerCase() !== `${owner}/${name}`.toLowerCase()) return null;
  const text = await readRepositoryFile(client, context.repository, path, GITHUB_WORKFLOW_SHA).catch(
    () => null,
  );
  return text === null ? null : readJobPermissions(text, GITHUB_JOB);
}

const CHECKOUT = ['- uses: actions/checkout@FULL-COMMIT-SHA', '  with: { persist-credentials: false }'];

async function lookAtCheckout(start: Start, { context }: Session): Promise<readonly Observation[]> {
  const { environment } = start;
  const git = await lookAtGit(environment);
  if (git.state === 'missing') return [git];
  const { workspace } = context;
  const repository = await openRepository(workspace, { environment, temporaryRoot: tmpdir() });
  return repository === null
    ? [git, missing('repository', `${workspace} is not a git repository.`, CHECKOUT)]
    : [git, ...(await lookAtRepository(start, { repository, workspace }))];
}

async function lookAtRepository(
  { settings, environment }: Start,
  { repository, workspace }: { readonly repository: Repository; readonly workspace: string },
): Promise<readonly Observation[]> {
  const { root, headCommit } = await repository.readState();
  const { stdin, stdout, stderr } = process;
  const host = {
    environment: { ...environment, OPENAI_API_KEY: settings.apiKey ?? undefined },
    currentFolder: workspace,
    ...{ stdin, stdout, stderr },
  };
  const gate = namedGate(settings) ?? (await inferProjectGate(repository, headCommit));
  return [
    lookAtConfig([], await readConfig(root)).observation,
    gate === null || gate.commands.length === 0 ? NO_GATE : await lookAtGate(async () => ({ gate }), []),
    ...(await lookAtStrategies(toRunSettings(settings), host, [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
      'model: ${{ vars.SMART_FIX_MODEL }}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the runner
      'api-key: ${{ secrets.SMART_FIX_API_KEY }}',
    ])),
  ];
}

const NO_GATE = note(
  'gate',
  'none is named and the files of the repository say none: the steps of a failed job have to do.',
  ['gate: npm test'],
);
