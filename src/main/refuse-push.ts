import { readPushTarget } from '../adapters/github/read-push-target.js';
import type { Outcome } from '../domain/outcome.js';
import { refusePush } from '../trigger/admit-push.js';
import type { CommentParts } from './comment-door.js';

/** Asked only when the result is to be a commit on that very branch. */
export async function refusePushTo(
  branch: string,
  isAsked: boolean,
  { client, context, settings }: CommentParts,
): Promise<Outcome | null> {
  if (settings.onSuccess !== 'push') return null;
  return refusePush(await readPushTarget(client, context.repository, branch), isAsked);
}
