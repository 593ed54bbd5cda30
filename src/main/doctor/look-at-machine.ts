import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { trySandbox } from '../../adapters/sandbox/try-sandbox.js';
import { fine, missing, note, type Observation } from '../../domain/observation.js';
import { SANDBOX_KINDS, type SandboxKind } from '../../domain/sandbox.js';
import { type SandboxQuery, sandboxOptions } from '../choose-sandbox.js';
import type { Environment } from '../host.js';

/** Since which git has all that the workspace asks of it. */
const OLDEST_GIT = [2, 36] as const;

export async function lookAtGit({ PATH }: Environment): Promise<Observation> {
  const said = await promisify(execFile)('git', ['--version'], { env: { PATH } }).catch(() => null);
  const [, major = '0', minor = '0'] = /\b(\d{1,9})\.(\d{1,9})/.exec(said?.stdout ?? '') ?? [];
  const install = ['sudo apt-get install -y git'];
  if (said === null) return missing('git', 'git is not here.', install);
  const [oldMajor, oldMinor] = OLDEST_GIT;
  const isOld = Number(major) < oldMajor || (Number(major) === oldMajor && Number(minor) < oldMinor);
  return isOld
    ? missing('git', `git is ${major}.${minor}, and ${OLDEST_GIT.join('.')} is needed.`, install)
    : fine('git', `${said.stdout.trim()}.`);
}

/** What to add, in the words of the door that asks: lines of a workflow, or of a shell. */
export interface SandboxAdvice {
  readonly install: readonly string[];
  readonly allow: readonly string[];
  readonly goWithout: string;
}

/** Ubuntu gives user namespaces to programs with a profile alone: this one lets bubblewrap make them, and nothing else. */
const PROFILE = [
  "printf '%s\\n' 'abi <abi/4.0>,' 'profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }' | sudo tee /etc/apparmor.d/bwrap",
  'sudo apparmor_parser --replace /etc/apparmor.d/bwrap',
];
const INSTALL = ['sudo apt-get install -y bubblewrap'];
const asSteps = (commands: readonly string[]) => commands.map((command) => `- run: ${command}`);

export const SHELL_ADVICE: SandboxAdvice = { install: INSTALL, allow: PROFILE, goWithout: '--sandbox none' };
export const WORKFLOW_ADVICE: SandboxAdvice = {
  install: asSteps(INSTALL),
  // A colon and a hash mean something to YAML.
  allow: ['- run: |', ...PROFILE.map((command) => `    ${command}`)],
  goWithout: 'sandbox: none',
};

/** Every kind is tried, each with its own self-test; whether one is needed depends on what this process holds. */
export async function lookAtSandboxes(
  query: SandboxQuery,
  advice: SandboxAdvice,
): Promise<readonly Observation[]> {
  const seen: Observation[] = [];
  const held: SandboxKind[] = [];
  for (const kind of SANDBOX_KINDS) {
    const trial = await trySandbox(kind, sandboxOptions(query));
    if (trial.sandbox === null) {
      const add = kind === 'bwrap' ? adviceFor(trial.fault, advice) : [];
      seen.push(note('sandbox', `${kind}: ${trial.fault.trimEnd().replace(/[.?!]$/, '')}.`, add));
    } else {
      held.push(kind);
      seen.push(fine('sandbox', `${kind} holds: nothing broke out of it.`));
      await trial.sandbox.dispose();
    }
  }
  return [...seen, verdict(query, held, advice)];
}

/** What bwrap says where the system forbids it namespaces. */
const FORBIDDEN = /uid map|RTM_NEWADDR|creating new namespace|Operation not permitted/i;

const adviceFor = (fault: string, { allow, install }: SandboxAdvice): readonly string[] =>
  FORBIDDEN.test(fault) ? allow : install;

function verdict(
  { sandbox: wish, holdsSecrets }: SandboxQuery,
  held: readonly SandboxKind[],
  { install, goWithout }: SandboxAdvice,
): Observation {
  if (wish === 'none') return note('sandbox', 'none is asked for: the gate runs as this user.');
  const chosen = held.find((kind) => wish === 'auto' || kind === wish);
  if (chosen !== undefined) return fine('sandbox', `${wish} takes ${chosen}.`);
  if (wish === 'auto' && !holdsSecrets)
    return note('sandbox', 'none holds; there is no key here, so that the gate runs as this user.', install);
  const why = wish === 'auto' ? 'none holds, and a key is here' : `${wish} does not hold`;
  return missing('sandbox', `${why}: nothing would be started.`, [...install, goWithout]);
}
