import * as z from 'zod';
import { SANDBOX_WISHES } from '../domain/sandbox.js';
import { modelSettings } from './model-settings.js';
import { describeOptions, option, text, wholeNumber } from './option.js';
import { type RunSettings, runSettingsSchema } from './settings.js';
import { suggestion } from './suggest.js';
import { UsageError } from './usage-error.js';

const run = runSettingsSchema.unwrap().shape;

/** Settings of the corridor that mean the same here and on the command line. */
const shared = {
  gate: run.gate,
  setup: run.setup,
  recipes: run.recipes,
  ...modelSettings,
  sandboxImage: run.sandboxImage,
  gateEnv: run.gateEnv,
  maxAttempts: run.maxAttempts,
  maxModelCalls: run.maxModelCalls,
  maxExecutions: run.maxExecutions,
  maxProposals: run.maxProposals,
  repeat: run.repeat,
  gateTimeout: run.gateTimeout,
  maxFiles: run.maxFiles,
  maxLines: run.maxLines,
  allow: run.allow,
  protect: run.protect,
  allowTestEdits: run.allowTestEdits,
  fileClass: run.fileClass,
  dryRun: run.dryRun,
};

const list = (help: string) =>
  option(z.array(z.string().min(1)).default([]), { kind: 'list', placeholder: '', help });

/** `all` in one job; one job of the split form, `answer` before them where a comment asks; or a look at what a repair needs. */
export const MODES = ['all', 'answer', 'admit', 'verify', 'repair', 'publish', 'close', 'doctor'] as const;

/**
 * Every input of the Action: the only list. A key `githubToken` is the input `github-token`. Shared settings are those
 * of the command line; the deadline is longer, since a runner starts from nothing.
 */
export const actionSettingsSchema = z
  .strictObject({
    mode: option(z.enum(MODES).default('all'), {
      kind: 'text',
      placeholder: 'JOB',
      help: 'the part of the repair that this job does (default all)',
    }),
    handOver: text('DIR', 'the folder that goes from job to job; for admit, verify, repair and publish'),
    ledgerHead: text('DIGEST', 'the output ledger-head of the job before'),
    publishedHead: text(
      'DIGEST',
      'the output ledger-head of the job that published the fix whose checks are red',
    ),
    jobs: text(
      'JOBS',
      'what became of the jobs before, one a line, as verify-1 success; for publish and close',
    ),
    githubToken: text('TOKEN', 'reads the failed run, and writes the pull request or issue'),
    pushToken: text('TOKEN', 'pushes the fix branch (default: github-token)'),
    runId: text(
      'ID',
      'the failed run, as a number or the address of its page (default: the run of the event)',
    ),
    bots: list('exact logins of bots whose failed runs may be repaired, one a line'),
    allowForkCommand: option(z.boolean().default(false), {
      kind: 'switch',
      placeholder: '',
      help: 'follow /smart-fix COMMIT on a pull request of a fork (default false)',
    }),
    apiKey: text('KEY', 'the key of the model endpoint'),
    ...shared,
    sandbox: option(z.enum(SANDBOX_WISHES).default('auto'), {
      kind: 'text',
      placeholder: 'HOW',
      help: 'how setup, gate and recipes are shut in: auto, docker, bwrap, user or none (default auto)',
    }),
    deadline: option(wholeNumber({ min: 1, max: 3600 }).default(1800), {
      kind: 'text',
      placeholder: 'N',
      help: 'seconds for the whole run (1-3600, default 1800)',
    }),
    onSuccess: option(z.enum(['pr', 'push', 'suggest', 'patch']).default('pr'), {
      kind: 'text',
      placeholder: 'HOW',
      help: 'pr (a draft pull request into the branch that failed), push (a commit on that branch), suggest (review suggestions on its pull request) or patch (a file in the state folder)',
    }),
    waitForChecks: option(wholeNumber({ min: 0, max: 3600 }).default(600), {
      kind: 'text',
      placeholder: 'N',
      help: 'seconds to wait for the real checks of a fix, and for a re-run of what no change can help (0-3600, 0 for not at all, default 600)',
    }),
    failOnEscalation: option(z.boolean().default(true), {
      kind: 'switch',
      placeholder: '',
      help: 'whether the step fails when a person is needed (default true)',
    }),
    stateDir: text('DIR', "this run's own folder (default: in the runner's temporary folder)"),
  })
  .readonly();

export type ActionSettings = z.infer<typeof actionSettingsSchema>;

export const ACTION_INPUTS = describeOptions(actionSettingsSchema.unwrap().shape);

/**
 * Reads the inputs as the runner passes them: `INPUT_GITHUB-TOKEN` and so on, empty when not given, lists one entry a
 * line.
 * @throws UsageError with every fault: unknown inputs with what was meant, bad values, contradictions.
 */
export function readActionSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ActionSettings {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('INPUT_') || value === undefined || value.trim() === '') continue;
    const name = variable.slice('INPUT_'.length).toLowerCase().replaceAll('_', '-');
    const input = ACTION_INPUTS.find((each) => each.name === name);
    if (input === undefined) {
      faults.push(
        `unknown input ${name}${suggestion(
          name,
          ACTION_INPUTS.map((each) => each.name),
        )}`,
      );
    } else {
      values[input.key] = convert(value, input.kind);
    }
  }
  const settings = actionSettingsSchema.safeParse(values);
  if (!settings.success) {
    for (const { path, message } of settings.error.issues) faults.push(`${nameOf(path[0])}: ${message}`);
  } else {
    faults.push(...contradictions(settings.data));
  }
  if (faults.length > 0 || !settings.success) throw new UsageError(faults);
  return settings.data;
}

function convert(value: string, kind: 'text' | 'list' | 'switch'): unknown {
  if (kind === 'list')
    return value
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  if (kind === 'text') return value.trim();
  return value.trim() === 'true' ? true : value.trim() === 'false' ? false : value;
}

function nameOf(key: PropertyKey | undefined): string {
  return ACTION_INPUTS.find((input) => input.key === key)?.name ?? String(key);
}

function contradictions(settings: ActionSettings): string[] {
  const { mode } = settings;
  const asks = mode === 'all' || mode === 'repair';
  return [
    ...(settings.githubToken === null && mode !== 'verify'
      ? ['github-token: is needed to read the failed run']
      : []),
    ...(settings.provider === 'openai' && settings.model === null
      ? ['model: is needed by the provider openai; there is no default']
      : []),
    ...(settings.provider === 'openai' && settings.apiKey === null && asks
      ? ['api-key: is needed by the provider openai']
      : []),
    ...(settings.provider === 'command' && settings.modelCommand === null
      ? ['model-command: is needed by the provider command']
      : []),
    ...(settings.sandboxImage !== null && !['auto', 'docker'].includes(settings.sandbox)
      ? ['sandbox-image: is for the sandbox docker']
      : []),
    ...(settings.provider === 'replay' ? ['provider: replay is for the command line'] : []),
    ...(mode === 'all' || mode === 'doctor' ? oneJobFaults(settings) : splitFaults(settings)),
  ];
}

function oneJobFaults({ handOver, ledgerHead, publishedHead }: ActionSettings): string[] {
  return Object.entries({ 'hand-over': handOver, 'ledger-head': ledgerHead, 'published-head': publishedHead })
    .filter(([, value]) => value !== null)
    .map(([name]) => `${name}: goes with mode admit, verify, repair or publish`);
}

/** A job gets what it needs and no more: a power in the wrong job is a fault of the workflow. */
function splitFaults(settings: ActionSettings): string[] {
  const { mode, handOver, ledgerHead, apiKey, pushToken, provider } = settings;
  return [
    ...(handOver === null && mode !== 'answer' && mode !== 'close'
      ? [`hand-over: is needed by mode ${mode}`]
      : []),
    ...(ledgerHead === null && (mode === 'verify' || mode === 'repair')
      ? [`ledger-head: is needed by mode ${mode}`]
      : []),
    ...(apiKey !== null && mode !== 'repair' ? [`api-key: mode ${mode} must not hold it, only repair`] : []),
    ...(pushToken !== null && mode !== 'publish'
      ? [`push-token: mode ${mode} must not hold it, only publish`]
      : []),
    ...(provider === 'command'
      ? ['provider: command runs an agent where its key and the code are together; it needs mode all']
      : []),
  ];
}

/** Settings that differ from job to job, or decide nothing of what may be done. */
const OF_ONE_JOB: readonly (keyof ActionSettings)[] = [
  'mode',
  'handOver',
  'ledgerHead',
  'publishedHead',
  'jobs',
  'githubToken',
  'pushToken',
  'apiKey',
  'runId',
  'stateDir',
  'failOnEscalation',
];

/** What every job of a split run has to be given alike. */
export function sharedBySplitJobs(settings: ActionSettings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !OF_ONE_JOB.includes(key as keyof ActionSettings)),
  );
}

/** The settings of the corridor; a fix branch is what becomes a pull request. */
export function toRunSettings(settings: ActionSettings): RunSettings {
  const { deadline, stateDir, onSuccess, sandbox } = settings;
  const same = Object.fromEntries(
    Object.keys(shared).map((key) => [key, settings[key as keyof typeof shared]]),
  );
  return runSettingsSchema.parse({
    ...same,
    deadline,
    sandbox,
    state: stateDir,
    onSuccess: onSuccess === 'patch' || onSuccess === 'suggest' ? 'patch' : 'branch',
  });
}
