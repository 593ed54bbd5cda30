import * as z from 'zod';
import type { Usage } from '../../domain/model-call.js';
import type { Answer } from '../../repair/strategy.js';
import { REPLY_TOOL } from './answer-form.js';

/** The part of a chat completion that smart-fix reads (OpenAI API reference, "The chat completion object"). */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }).nullish() }))
              .nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.int().min(0),
      completion_tokens: z.int().min(0),
      prompt_tokens_details: z.object({ cached_tokens: z.int().min(0).nullish() }).nullish(),
    })
    .nullish(),
});

/** A patch within the limits is far shorter. */
const MAX_ANSWER_CHARACTERS = 500_000;

type Completion = z.infer<typeof completionSchema>;

function usageOf({ usage }: Completion): Usage | null {
  if (usage === null || usage === undefined) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return { promptTokens, completionTokens, cachedTokens: Math.min(cached, promptTokens) };
}

/** What a provider answered with status 200. A cut or refused answer is never taken for a whole one. */
export function readCompletion(body: unknown): Answer {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) {
    const detail = 'The endpoint answered something that is no chat completion. Check the base URL.';
    return { kind: 'unavailable', reason: 'model-unavailable', detail };
  }
  const usage = usageOf(parsed.data);
  const [choice] = parsed.data.choices ?? [];
  const finish = choice?.finish_reason ?? null;
  const refusal = choice?.message?.refusal ?? '';
  const called = choice?.message?.tool_calls?.find((call) => call.function?.name === REPLY_TOOL);
  const text = called?.function?.arguments ?? choice?.message?.content ?? '';
  if (finish === 'length')
    return { kind: 'truncated', detail: 'The answer was cut at the length limit.', usage };
  if (refusal !== '') return { kind: 'refused', detail: refusal, usage };
  if (finish === 'content_filter') {
    return { kind: 'filtered', detail: 'The content filter of the provider held the answer back.', usage };
  }
  if (text.length > MAX_ANSWER_CHARACTERS) {
    const detail = `The answer has ${text.length} characters; at most ${MAX_ANSWER_CHARACTERS} are read. Propose a smaller edit.`;
    return { kind: 'overlong', detail, usage };
  }
  if (text.trim() !== '') return { kind: 'text', text, usage };
  const ended = choice === undefined ? 'no choice' : `no text (finish reason ${finish ?? 'not given'})`;
  return { kind: 'empty', detail: `The answer holds ${ended}.`, usage };
}
