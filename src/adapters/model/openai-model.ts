import type { OpenAI } from 'openai';
import * as z from 'zod';
import type { Model, ModelPrompt } from '../../repair/model/model.js';
import { replySchema } from '../../repair/model/reply.js';
import type { Answer } from '../../repair/strategy.js';
import { readCompletion } from './completion.js';
import {
  type RequestFacts,
  readStatusFault,
  readTimeout,
  readTransportFault,
  refusesSchema,
  wordsOf,
} from './openai-fault.js';

const OPENAI_URL = 'https://api.openai.com/v1';
const MAX_RETRIES = 3;
/** The longest that one request may stay without an answer (MDL-02). */
const REQUEST_TIMEOUT_MS = 120_000;

export interface OpenAiOptions {
  readonly apiKey: string;
  readonly model: string;
  /** Null for OpenAI itself. From checked settings only: the key is sent there. */
  readonly baseUrl: string | null;
}

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** The reply's schema without length limits, which not every provider accepts; the reader enforces them. */
function replyFormat(): OpenAI.ResponseFormatJSONSchema {
  const schema = z.toJSONSchema(replySchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  delete schema.$schema;
  return { type: 'json_schema', json_schema: { name: 'repair_proposal', strict: true, schema } };
}

function requestFor(model: string, prompt: ModelPrompt, asSchema: boolean): Request {
  return {
    model,
    messages: [
      { role: 'system', content: prompt.system },
      { role: 'user', content: prompt.user },
    ],
    ...(asSchema ? { response_format: replyFormat() } : {}),
  };
}

/** Endpoint, key, account and log level come from the settings, never from the environment. */
function openClient(
  { OpenAI: Client }: typeof import('openai'),
  options: OpenAiOptions,
  baseURL: string,
): OpenAI {
  return new Client({
    apiKey: options.apiKey,
    baseURL,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: MAX_RETRIES,
    // A redirect is answered as a fault, or the key would follow it.
    fetchOptions: { redirect: 'manual' },
  });
}

/** An OpenAI-compatible endpoint, asked by chat completion with the reply's JSON schema. */
export function createOpenAiModel(options: OpenAiOptions): Model {
  const baseUrl = options.baseUrl ?? OPENAI_URL;
  /** False once the endpoint has refused the schema: from then on the prompt alone asks for the form. */
  let asSchema = true;

  const askUntilAnswered = async (
    prompt: ModelPrompt,
    signal: AbortSignal,
    facts: RequestFacts,
  ): Promise<Answer> => {
    // Loaded when first needed: a run without a model call never pays for it.
    const sdk = await import('openai');
    const client = openClient(sdk, options, baseUrl);
    const timeout = Math.min(REQUEST_TIMEOUT_MS, facts.limitMs);
    for (;;) {
      try {
        const request = requestFor(options.model, prompt, asSchema);
        return readCompletion(await client.chat.completions.create(request, { signal, timeout }));
      } catch (error) {
        if (error instanceof sdk.APIConnectionTimeoutError || signal.aborted) return readTimeout(facts);
        if (!(error instanceof sdk.APIError)) return readTransportFault(error, facts);
        const { status } = error;
        if (status === undefined) return readTransportFault(error, facts);
        const words = wordsOf(error);
        if (!asSchema || !refusesSchema(status, words)) return readStatusFault(status, words, facts);
        asSchema = false;
      }
    }
  };

  return {
    name: `openai:${options.model}`,
    answersBy: 'reply',
    async ask(prompt, { signal, limitMs: wanted }) {
      const { apiKey, model } = options;
      // Timers of Node and the SDK refuse fractions.
      const limitMs = Math.ceil(wanted);
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const facts = { apiKey, model, host: new URL(baseUrl).host, limitMs };
      const answer = await askUntilAnswered(prompt, bounded, facts);
      return signal.aborted ? { kind: 'cancelled' } : answer;
    },
  };
}
