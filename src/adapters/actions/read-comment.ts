import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type Outcome, outcome } from '../../domain/outcome.js';
import type { Comment } from '../../domain/pull-request.js';
import type { RunnerContext } from './read-event.js';

const commentEventSchema = z.object({
  action: z.string(),
  comment: z.object({
    id: z.number().int().positive(),
    body: z.string().nullish(),
    created_at: z.iso.datetime({ offset: true }),
    user: z.object({ login: z.string(), type: z.string().optional() }).nullish(),
  }),
  issue: z.object({ number: z.number().int().positive(), pull_request: z.object({}).nullish() }),
});

export type ReadComment =
  | { readonly kind: 'comment'; readonly comment: Comment }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

/** The comment of an `issue_comment` event. One that was edited or deleted starts nothing (TRG-07). */
export async function readComment({ eventPath }: RunnerContext): Promise<ReadComment> {
  const event = commentEventSchema.safeParse(JSON.parse(await readFile(eventPath, 'utf8')));
  if (!event.success)
    throw new Error(`the event's payload is not an issue_comment: ${z.prettifyError(event.error)}`);
  const { action, comment, issue } = event.data;
  if (action !== 'created') {
    const detail = `issue_comment ${action} starts no repair; only created does.`;
    return { kind: 'nothing', outcome: outcome('event-not-handled', detail) };
  }
  const login = comment.user?.login ?? 'ghost';
  return {
    kind: 'comment',
    comment: {
      ...{ id: comment.id, body: comment.body ?? '', createdAt: comment.created_at, number: issue.number },
      author: { login, isBot: comment.user?.type === 'Bot' || login.endsWith('[bot]') },
      isOnPullRequest: issue.pull_request != null,
    },
  };
}
