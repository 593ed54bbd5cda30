import type { OpenAI } from 'openai';
import * as z from 'zod';
import type { ModelPrompt } from '../../repair/model/model.js';
import { replySchema } from '../../repair/model/reply.js';
import { isTooLong } from './openai-fault.js';

/** How an endpoint is asked for JSON, best first: by a schema, as the arguments of a tool, or by the prompt's words alone. */
export const ANSWER_FORMS = ['schema', 'tool', 'words'] as const;
/** How an endpoint is told the longest answer; older ones know only the second name. */
export const LENGTH_FIELDS = ['max_completion_tokens', 'max_tokens'] as const;

/** What was found out about a model at an endpoint. */
export interface EndpointTraits {
  readonly answerForm: (typeof ANSWER_FORMS)[number];
  readonly lengthField: (typeof LENGTH_FIELDS)[number];
}

export const UNKNOWN_ENDPOINT: EndpointTraits = {
  answerForm: ANSWER_FORMS[0],
  lengthField: LENGTH_FIELDS[0],
};

/** The only tool there is. A call of any other is no answer, and none is ever executed. */
export const REPLY_TOOL = 'propose_repair';

export type CompletionRequest = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** The reply's schema without what not every provider accepts (lengths, defaults); the reader enforces it. */
function strictSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(replySchema, {
    override: ({ jsonSchema }) => {
      for (const key of [
        'minLength',
        'maxLength',
        'minItems',
        'maxItems',
        'minimum',
        'maximum',
        'default',
      ] as const)
        delete jsonSchema[key];
    },
  });
  delete schema.$schema;
  return schema;
}

function formFields(form: EndpointTraits['answerForm']): Partial<CompletionRequest> {
  switch (form) {
    case 'schema': {
      const json_schema = { name: 'repair_proposal', strict: true, schema: strictSchema() };
      return { response_format: { type: 'json_schema', json_schema } };
    }
    case 'tool': {
      const tool = { name: REPLY_TOOL, description: 'Your answer.', parameters: strictSchema() };
      return {
        tools: [{ type: 'function', function: tool }],
        tool_choice: { type: 'function', function: { name: REPLY_TOOL } },
      };
    }
    case 'words':
      return {};
  }
}

/** How a prompt is sent; what an endpoint refuses changes it. */
export interface RequestForm {
  readonly traits: EndpointTraits;
  /** Null: no limit is asked for. */
  readonly maxCompletionTokens: number | null;
}

export function completionRequest(
  model: string,
  prompt: ModelPrompt,
  { traits, maxCompletionTokens }: RequestForm,
): CompletionRequest {
  return {
    model,
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
    ...formFields(traits.answerForm),
    ...(maxCompletionTokens === null ? {} : { [traits.lengthField]: maxCompletionTokens }),
  };
}

/** Less would cut almost any answer. */
const MIN_ANSWER_TOKENS = 1000;

/**
 * The next thing to try at an endpoint that refused a request in such words, or null when they are about something else
 * or nothing is left. The room for the answer takes part of the context, so that it gives way before the prompt does.
 */
export function nextForm(form: RequestForm, status: number | undefined, words: string): RequestForm | null {
  const { traits, maxCompletionTokens: room } = form;
  if (status !== 400 && status !== 413 && status !== 422) return null;
  if (isTooLong(status, words)) {
    if (room === null || room <= MIN_ANSWER_TOKENS) return null;
    return { traits, maxCompletionTokens: Math.max(MIN_ANSWER_TOKENS, Math.floor(room / 4)) };
  }
  const next = nextTraits(traits, words);
  return next === null ? null : { traits: next, maxCompletionTokens: room };
}

function nextTraits(traits: EndpointTraits, words: string): EndpointTraits | null {
  if (words.includes(traits.lengthField)) {
    const lengthField = LENGTH_FIELDS[LENGTH_FIELDS.indexOf(traits.lengthField) + 1];
    return lengthField === undefined ? null : { ...traits, lengthField };
  }
  const isAboutForm =
    traits.answerForm === 'schema'
      ? /response_format|schema|structured|grammar/i.test(words)
      : /tool|function/i.test(words);
  const answerForm = ANSWER_FORMS[ANSWER_FORMS.indexOf(traits.answerForm) + 1];
  return isAboutForm && answerForm !== undefined ? { ...traits, answerForm } : null;
}
