import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAI } from 'openai';
import type { Price } from '../../domain/model-call.js';
import type { Model, ModelPrompt } from '../../repair/model/model.js';
import type { Answer } from '../../repair/strategy.js';
import {
  completionRequest,
  type EndpointTraits,
  nextForm,
  type RequestForm,
  UNKNOWN_ENDPOINT,
} from './answer-form.js';
import { boundedFetch, OverlongAnswerError } from './bounded-fetch.js';
import { readCompletion } from './completion.js';
import { listModels } from './list-models.js';
import {
  isUnknownModel,
  type RequestFacts,
  readStatusFault,
  readTimeout,
  readTransportFault,
  readUnknownModel,
  wordsOf,
} from './openai-fault.js';
import { retryPause } from './retry-pause.js';

export const OPENAI_URL = 'https://api.openai.com/v1';
/** The longest that one request may stay without an answer (MDL-02), unless the person says otherwise. */
const REQUEST_TIMEOUT_MS = 120_000;

export interface OpenAiOptions {
  readonly apiKey: string;
  readonly model: string;
  /** From checked settings only: the key is sent there. */
  readonly baseUrl: string;
  readonly price: Price | null;
  /** Of one request; null for the default. */
  readonly timeoutMs: number | null;
  /** What earlier runs found out about this model here, and where to note what this one does. */
  readonly traits: EndpointTraits | null;
  readonly remember: (traits: EndpointTraits) => Promise<void>;
}

/** Endpoint, key, account and log level come from the settings, never from the environment. */
function openClient({ OpenAI: Client }: typeof import('openai'), options: OpenAiOptions): OpenAI {
  return new Client({
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    // Its pauses cannot be called off.
    maxRetries: 0,
    fetch: boundedFetch,
    // A redirect is answered as a fault, or the key would follow it.
    fetchOptions: { redirect: 'manual' },
  });
}

interface Call {
  readonly prompt: ModelPrompt;
  readonly maxCompletionTokens: number | null;
  /** Also ends at the time limit. */
  readonly signal: AbortSignal;
  readonly facts: RequestFacts;
}

/** An OpenAI-compatible endpoint, asked by chat completion for the reply as JSON. */
export function createOpenAiModel(options: OpenAiOptions): Model {
  const { apiKey, model, baseUrl } = options;
  let traits = options.traits ?? UNKNOWN_ENDPOINT;

  const askUntilAnswered = async ({ prompt, maxCompletionTokens, signal, facts }: Call): Promise<Answer> => {
    // Loaded when first needed: a run without a model call never pays for it.
    const sdk = await import('openai');
    const client = openClient(sdk, options);
    const timeout = Math.min(options.timeoutMs ?? REQUEST_TIMEOUT_MS, facts.limitMs);
    const endsAt = performance.now() + facts.limitMs;
    let form: RequestForm = { traits, maxCompletionTokens };
    for (let failures = 0; ; ) {
      try {
        const request = completionRequest(model, prompt, form);
        return readCompletion(await client.chat.completions.create(request, { signal, timeout }));
      } catch (error) {
        if (signal.aborted) return readTimeout(facts);
        if (!(error instanceof sdk.APIError)) return readBrokenAnswer(error, facts);
        const { status } = error;
        const words = wordsOf(error);
        const next = nextForm(form, status, words);
        if (next !== null) {
          form = next;
          traits = next.traits;
          continue;
        }
        failures += 1;
        const pause = retryPause({ status, headers: error.headers, words }, failures);
        if (pause === null || performance.now() + pause >= endsAt) {
          if (error instanceof sdk.APIConnectionTimeoutError)
            return readTimeout({ ...facts, limitMs: timeout });
          if (status === undefined) return readTransportFault(error, facts);
          if (isUnknownModel(status, words))
            return readUnknownModel(words, await listModels(client, { apiKey, signal }), facts);
          return readStatusFault(status, words, { ...facts, pauseMs: pause });
        }
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  return {
    name: `openai:${model}`,
    answersBy: 'reply',
    price: options.price,
    async ask(prompt, { signal, limitMs: wanted, maxCompletionTokens }) {
      // Timers of Node and the SDK refuse fractions.
      const limitMs = Math.ceil(wanted);
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const facts = { apiKey, model, host: new URL(baseUrl).host, limitMs, pauseMs: null };
      const before = traits;
      const answer = await askUntilAnswered({ prompt, maxCompletionTokens, signal: bounded, facts });
      if (signal.aborted) return { kind: 'cancelled' };
      if (traits !== before && answer.kind !== 'unavailable') await options.remember(traits);
      return answer;
    },
  };
}

/** A body that is no JSON, that broke off, or that went on and on. */
function readBrokenAnswer(error: unknown, facts: RequestFacts): Answer {
  const causes = [error, error instanceof Error ? error.cause : null];
  const overlong = causes.find((each) => each instanceof OverlongAnswerError);
  return overlong === undefined
    ? readTransportFault(error, facts)
    : { kind: 'overlong', detail: `${overlong.message} Propose a smaller edit.`, usage: null };
}
