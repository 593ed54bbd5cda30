import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { openRepository } from '../../adapters/git/open-repository.js';
import { readRunSettings } from '../../config/read-settings.js';
import { UsageError } from '../../config/usage-error.js';
import { inertJson, inertText } from '../../domain/inert-text.js';
import { missing, type Observation } from '../../domain/observation.js';
import { createRedaction, secretValues } from '../../domain/redaction.js';
import type { Repository } from '../../isolate/repository.js';
import { isHealthy, renderObservations } from '../../report/render/observations.js';
import { chooseGate } from '../choose-gate.js';
import type { Host } from '../host.js';
import { readConfig } from '../read-config.js';
import { lookAtLocalToken } from './look-at-local-token.js';
import { lookAtGit, lookAtSandboxes, SHELL_ADVICE } from './look-at-machine.js';
import { lookAtConfig, lookAtGate, lookAtStrategies } from './look-at-project.js';

/** `smart-fix doctor`: whether `smart-fix run` with the same options could repair here. Runs no gate. */
export async function doctorCommand(args: readonly string[], host: Host): Promise<number> {
  // What is wrong with an option is a usage error; what is wrong with the file is found below.
  const { repo, json } = readRunSettings(args, null);
  const redact = createRedaction(secretValues(host.environment));
  const observations = await examine(args, resolve(host.currentFolder, repo), host);
  const isFine = isHealthy(observations);
  const text = json
    ? `${inertJson({ healthy: isFine, observations })}\n`
    : inertText(renderObservations(observations));
  host.stdout.write(redact(text));
  return isFine ? 0 : 1;
}

async function examine(args: readonly string[], folder: string, host: Host): Promise<readonly Observation[]> {
  const { environment } = host;
  const git = await lookAtGit(environment);
  if (git.state === 'missing') return [git];
  const add = ['git init', 'git add --all', 'git commit --message base'];
  const lacking = (why: string) => [git, missing('repository', why, add)];
  try {
    const repository = await openRepository(folder, { environment, temporaryRoot: tmpdir() });
    if (repository === null) return lacking(`${folder} is not in a git repository.`);
    return [git, ...(await examineRepository(args, repository, host))];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return lacking((error as Error).message);
  }
}

async function examineRepository(
  args: readonly string[],
  repository: Repository,
  host: Host,
): Promise<readonly Observation[]> {
  const { environment, currentFolder } = host;
  const { root, headCommit: commit } = await repository.readState();
  const { settings, observation } = lookAtConfig(args, await readConfig(root));
  const used = settings ?? readRunSettings(args, null);
  const place = { repository, root, currentFolder, commit };
  const holdsSecrets = used.provider === 'command' || (environment.OPENAI_API_KEY ?? '') !== '';
  return [
    observation,
    await lookAtGate(() => chooseGate(used, place), ['smart-fix run --gate "npm test"']),
    ...(await lookAtStrategies(used, { ...host, currentFolder: root }, [
      'export OPENAI_API_KEY=...',
      'smart-fix run --model NAME',
    ])),
    ...(await lookAtSandboxes({ ...used, environment, holdsSecrets }, SHELL_ADVICE)),
    ...(await lookAtLocalToken(root, environment)),
  ];
}
