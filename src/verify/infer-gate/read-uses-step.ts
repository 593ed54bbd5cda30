import type { Omission } from './inferred-gate.js';
import type { Step } from './read-workflow.js';
import { resolve, resolveText, type Scope } from './resolve.js';
import { stepName } from './step-command.js';

/** What a step with an action does for a job; `null` needs no word, since it is done here in another way. */
const ACTIONS: readonly (readonly [action: RegExp, reason: string | null])[] = [
  [/^actions\/checkout@/, null],
  [
    /^[\w.-]+\/(?:setup-|install-)[\w.-]+@|(?:toolchain|action-setup)@/,
    'sets up a tool, which has to be on this machine',
  ],
  [/^actions\/cache(?:\/\w+)?@|-cache@/, 'keeps files between runs'],
  [/^actions\/upload-/, 'uploads'],
  [/^actions\/download-artifact@/, 'brings files of another job'],
];

/** A step with an action is never run here; answers what has to be known of it. */
export function readUsesStep(step: Step, scope: Scope): Omission | null {
  const uses = resolveText(step.uses, scope);
  const action = uses.kind === 'text' ? uses.text : '';
  const known = ACTIONS.find(([pattern]) => pattern.test(action));
  if (known?.[1] === null) return null;
  const reason = known?.[1] ?? 'is an action, and only commands are run here';
  return { what: stepName(step, scope), reason: `${reason}${versionOf(step, scope)}` };
}

/** ` (node-version 20)`: which version of a tool the job asks for. */
function versionOf(step: Step, scope: Scope): string {
  const inputs = resolve(step.with, scope);
  if (inputs.kind === 'unknown' || inputs.value === null || typeof inputs.value !== 'object') return '';
  const versions = Object.entries(inputs.value).filter(([name]) => /version$/.test(name));
  return versions.length === 0 ? '' : ` (${versions.map(([name, value]) => `${name} ${value}`).join(', ')})`;
}
