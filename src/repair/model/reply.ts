import * as z from 'zod';

/** What a model may answer (C34, C36): unknown fields are refused, and either edits or a reason to give up. */
export const replySchema = z.strictObject({
  baseRevisionId: z.string(),
  executionId: z.string(),
  diagnosis: z.string().max(4000),
  changeSummary: z.string().max(1000),
  edits: z
    .array(z.strictObject({ path: z.string().min(1).max(1024), oldText: z.string(), newText: z.string() }))
    .max(200),
  /** Null, or why no edit within the limits can repair this. */
  giveUp: z.string().max(2000).nullable(),
});

export type ModelReply = z.infer<typeof replySchema>;
