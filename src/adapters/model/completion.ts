import * as z from 'zod';
import type { Answer, Usage } from '../../repair/strategy.js';

/** The part of a chat completion that smart-fix reads (OpenAI API reference, "The chat completion object"). */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
});

type Completion = z.infer<typeof completionSchema>;

function usageOf({ usage }: Completion): Usage | null {
  if (usage === null || usage === undefined) return null;
  return { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens };
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
  const text = choice?.message?.content ?? '';
  if (finish === 'length')
    return { kind: 'truncated', detail: 'The answer was cut at the length limit.', usage };
  if (refusal !== '') return { kind: 'refused', detail: refusal, usage };
  if (finish === 'content_filter') {
    return { kind: 'refused', detail: 'The content filter of the provider held the answer back.', usage };
  }
  if (text.trim() !== '') return { kind: 'text', text, usage };
  const ended = choice === undefined ? 'no choice' : `no text (finish reason ${finish ?? 'not given'})`;
  return { kind: 'empty', detail: `The answer holds ${ended}.`, usage };
}
