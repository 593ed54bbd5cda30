import * as z from 'zod';

/** Where a model may look before it proposes; a union and not a discriminated one, which strict providers refuse. */
const lookSchema = z.union([
  z.strictObject({
    kind: z.literal('range'),
    path: z.string().min(1).max(1024),
    first: z.int().min(1),
    last: z.int().min(1),
  }),
  z.strictObject({ kind: z.enum(['definition', 'references']), name: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('search'), text: z.string().min(1).max(200) }),
]);

/** What a model may answer (C34, C36): unknown fields are refused, and either looks, edits or a reason to give up. */
export const replySchema = z.strictObject({
  baseRevisionId: z.string(),
  executionId: z.string(),
  diagnosis: z.string().max(4000),
  changeSummary: z.string().max(1000),
  edits: z
    .array(z.strictObject({ path: z.string().min(1).max(1024), oldText: z.string(), newText: z.string() }))
    .max(200),
  looks: z.array(lookSchema).max(6).default([]),
  /** Null, or why no edit within the limits can repair this. */
  giveUp: z.string().max(2000).nullable(),
});

export type ModelReply = z.infer<typeof replySchema>;
