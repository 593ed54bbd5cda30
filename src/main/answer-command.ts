import * as core from '@actions/core';
import { createGitHubClient } from '../adapters/github/client.js';
import type { ActionSettings } from '../config/action-settings.js';
import type { DoorSettings } from '../config/door-settings.js';
import { UsageError } from '../config/usage-error.js';
import { inertText } from '../domain/inert-text.js';
import { renderFaults } from '../report/render/comment-answers.js';
import type { Start } from './action.js';
import type { ActionEnd, ModeEnd } from './action-end.js';
import { bendSettings } from './command-settings.js';
import { type Asked, lostBefore, talkUnder } from './comment-door.js';
import { endBroken } from './end-early.js';
import { createProgressTeller, type ProgressTeller, type Talking } from './progress-teller.js';
import type { Session } from './session.js';

/** For the last word after a stop: the runner waits some seconds before it kills. */
const LAST_WORD_MS = 5000;

type Parts = Start & Session & { readonly door: DoorSettings };

/** A repair that a person waits for: whatever happens, the comment says how it ended, unless another job goes on. */
export async function answerCommand<End extends ModeEnd>(
  asked: Asked,
  parts: Parts,
  repair: (settings: ActionSettings, teller: ProgressTeller) => Promise<End>,
): Promise<End | ActionEnd> {
  const { context, settings, stop, redact, door } = parts;
  const { owner, name } = context.repository;
  const teller = createProgressTeller({
    ...asked,
    last: () => (stop.signal.aborted ? talkAfterStop(asked, parts) : asked),
    isExplanation: asked.command.verb === 'explain',
    lostBefore: lostBefore(settings),
    runId: context.ownRunId,
    runsUrl: `${context.serverUrl}/${owner}/${name}/actions/runs`,
  });
  const end = await repair(bendSettings(settings, asked, { door, teller }), teller).catch(
    async (error: unknown) => {
      if (!(error instanceof UsageError)) return endBroken(error, stop, redact);
      teller.answer(renderFaults(error.faults));
      await sayLast(teller, null);
      throw error;
    },
  );
  if (end.outcome !== null) await sayLast(teller, end);
  return end;
}

/** That nothing can be said any more takes nothing from how it ended. */
async function sayLast(teller: ProgressTeller, end: ActionEnd | null): Promise<void> {
  await teller.ended(end).catch((error: Error) => core.warning(inertText(`no last word: ${error.message}`)));
}

/** The signal that stopped the run stops every request of its client. */
function talkAfterStop({ pull }: Asked, { settings, context, limits, redact }: Parts): Talking {
  const signal = AbortSignal.timeout(LAST_WORD_MS);
  const client = createGitHubClient({
    ...{ token: settings.githubToken ?? '', apiUrl: context.apiUrl },
    ...{ ...limits, signal },
  });
  return talkUnder(pull.number, { client, context, redact });
}
