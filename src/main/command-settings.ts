import type { ActionSettings } from '../config/action-settings.js';
import type { DoorSettings } from '../config/door-settings.js';
import type { Asked } from './comment-door.js';
import type { ProgressTeller } from './progress-teller.js';

/**
 * The settings as the command bends them: a comment may ask for less than the workflow allows, never for more, and
 * names what the repository lists. Each bend is told.
 */
export function bendSettings(
  settings: ActionSettings,
  { command, isFork }: Asked,
  { door, teller }: { readonly door: DoorSettings; readonly teller: ProgressTeller },
): ActionSettings {
  const { maxAttempts, onSuccess } = settings;
  const attempts = Math.min(command.attempts ?? maxAttempts, maxAttempts);
  if (attempts < (command.attempts ?? attempts))
    teller.note(`At most ${maxAttempts} attempts: the workflow allows no more.`);
  if (isFork && onSuccess !== 'patch')
    teller.note('The commit is of a fork, where nothing is pushed: the result is a patch in this comment.');
  if (command.dryRun) teller.note('Dry run: nothing is published.');
  const isListed = command.gate !== null && Object.hasOwn(door.gates, command.gate);
  const named = isListed ? door.gates[command.gate] : undefined;
  return {
    ...settings,
    maxAttempts: attempts,
    dryRun: settings.dryRun || command.dryRun,
    onSuccess: isFork ? 'patch' : onSuccess,
    gate: named ?? settings.gate,
  };
}
