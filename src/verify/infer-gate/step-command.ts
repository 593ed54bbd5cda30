import type { ShellCommand } from '../../domain/shell-command.js';
import { type Checkouts, folderIn } from './checkouts.js';
import { isTruthy } from './evaluate.js';
import type { Omission } from './inferred-gate.js';
import type { Job, Step } from './read-workflow.js';
import { describeUnknown, resolve, resolveText, type Scope } from './resolve.js';
import { resolveEnvironment, type StepEnvironment, withEnvironment } from './resolve-environment.js';
import { shellWords } from './shell-words.js';
import { purposeOf } from './step-purpose.js';

export type StepReading =
  | { readonly kind: 'command'; readonly command: ShellCommand; readonly purpose: 'check' | 'setup' }
  | { readonly kind: 'omitted'; readonly omission: Omission };

/** Around a step: its job, the environment of that job, and the system that `runs-on` names (null: unknown). */
export interface StepPlace {
  readonly job: Job;
  readonly environment: StepEnvironment;
  readonly system: string | null;
  readonly scope: Scope;
  /** Where the job checks repositories out. */
  readonly checkouts: Checkouts;
}

type StepTexts =
  | {
      readonly kind: 'texts';
      readonly script: string;
      readonly folder: string;
      readonly shell: string | null;
    }
  | { readonly kind: 'unknown'; readonly name: string };

/** What a `run` step runs, or why it does not run here. */
export function readRunStep(step: Step, place: StepPlace): StepReading {
  const environment = resolveEnvironment(step.environment, place.environment, place.scope);
  const scope = withEnvironment(place.scope, environment);
  const omitted = (reason: string): StepReading => ({
    kind: 'omitted',
    omission: { what: stepName(step, scope), reason },
  });
  const early = conditionFault(step, scope) ?? environmentFault(environment, place);
  if (early !== null) return omitted(early);
  const texts = resolveTexts(step, place, scope);
  if (texts.kind === 'unknown') return omitted(describeUnknown(texts.name));
  const { script, shell } = texts;
  const folder = folderIn(place.checkouts, texts.folder);
  const purpose = purposeOf(script);
  const fault =
    purposeFault(purpose) ?? runnerFault(script) ?? missingFault(script, environment) ?? folder.fault;
  if (fault !== null) return omitted(fault);
  const words = shellWords({ shell, system: place.system, script });
  if (words === null) return omitted(`is written for ${shell ?? 'PowerShell'}, which is not run here`);
  const variables = { ...environment.values, ...unreadFiles(script) };
  const command = { text: script, folder: folder.path, environment: variables, shell: words };
  const unstartable = startFault([script, folder.path, ...words, ...Object.entries(variables).flat()]);
  if (unstartable !== null) return omitted(unstartable);
  return { kind: 'command', command, purpose: purpose.kind === 'setup' ? 'setup' : 'check' };
}

function resolveTexts(step: Step, { job }: StepPlace, scope: Scope): StepTexts {
  const texts: string[] = [];
  for (const part of [step.run, step.workingDirectory ?? job.workingDirectory, step.shell ?? job.shell]) {
    const text = resolveText(part, scope);
    if (text.kind === 'unknown') return text;
    texts.push(text.text);
  }
  const [script = '', folder = '', shell = ''] = texts;
  return {
    kind: 'texts',
    script: script.trim(),
    folder,
    shell: shell === '' ? null : shell,
  };
}

/** Name as the run shows it: its own, or `Run ` and the first line. */
export function stepName({ name, run, uses }: Step, scope: Scope): string {
  const own = resolveText(name, scope);
  if (own.kind === 'text' && own.text.trim() !== '') return own.text.trim();
  const text = resolveText(run ?? uses, scope);
  return text.kind === 'text' ? `Run ${text.text.trim().split('\n', 1)[0]}` : 'a step without a name';
}

/** Why a step is not plainly part of a run in which everything goes well. */
function conditionFault({ condition, continueOnError }: Step, scope: Scope): string | null {
  const may = resolve(continueOnError, scope);
  if (may.kind === 'value' && isTruthy(may.value)) return 'may fail (continue-on-error)';
  if (condition === null || condition === '') return null;
  const template =
    typeof condition === 'string' ? ({ kind: 'expression', expression: condition } as const) : condition;
  const evaluation = resolve(template, scope);
  if (evaluation.kind === 'unknown')
    return `runs only under a condition that ${describeUnknown(evaluation.name)}`;
  return isTruthy(evaluation.value) ? null : 'its condition is false when everything goes well';
}

/** A variable that the step itself asks for and that has no value here. */
function environmentFault({ missing }: StepEnvironment, place: StepPlace): string | null {
  const own = missing.find((each) => !place.environment.missing.includes(each));
  return own === undefined ? null : `${own.reason} (as ${own.what})`;
}

function missingFault(script: string, { missing }: StepEnvironment): string | null {
  const names = new Set([...script.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
  const used = missing.find(({ what }) => names.has(what));
  return used === undefined ? null : `${used.reason} (as ${used.what})`;
}

function purposeFault(purpose: ReturnType<typeof purposeOf>): string | null {
  if (purpose.kind === 'delivery') return `deploys, publishes or uploads: ${purpose.command}`;
  if (purpose.kind === 'machine') return `changes the machine, so have it done before: ${purpose.command}`;
  return null;
}

/** Linux starts nothing with an argument or a variable over 128 KiB (execve(2)); a character has at most three bytes. */
const LONGEST_ARGUMENT = 43_000;

function startFault(parts: readonly string[]): string | null {
  if (parts.some((part) => part.includes('\0'))) return 'holds a NUL, which no command can';
  return parts.some((part) => part.length > LONGEST_ARGUMENT) ? 'is longer than a command can be' : null;
}

const RUNNER_VARIABLE = /\b(?:GITHUB|RUNNER|ACTIONS)_[A-Z_]+\b/g;

/** Files that a step may write to and that only the runner reads. */
const UNREAD_FILES = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'];

function runnerFault(script: string): string | null {
  const names = script.match(RUNNER_VARIABLE) ?? [];
  const name = names.find((each) => !UNREAD_FILES.includes(each));
  if (name === undefined) return null;
  return name === 'GITHUB_ENV' || name === 'GITHUB_PATH'
    ? `hands variables to later steps through ${name}, which only the runner reads`
    : `needs ${name}, which only the runner sets`;
}

function unreadFiles(script: string): Readonly<Record<string, string>> {
  const used = UNREAD_FILES.filter((name) => script.includes(name));
  return Object.fromEntries(used.map((name) => [name, '/dev/null']));
}
