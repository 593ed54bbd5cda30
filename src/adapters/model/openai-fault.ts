import type { APIError } from 'openai';
import type { Answer, UnavailableReason } from '../../repair/strategy.js';
import { shortenFault } from './shorten-fault.js';

/** How the request was made, for the words of a fault. */
export interface RequestFacts {
  readonly apiKey: string;
  readonly model: string;
  readonly host: string;
  readonly limitMs: number;
  /** How long the provider wants us to wait, when there is no time for that. */
  readonly pauseMs: number | null;
}

function unavailable(detail: string, reason: UnavailableReason = 'model-unavailable'): Answer {
  return { kind: 'unavailable', reason, detail };
}

/** Endpoints answer 404, and some 400 with a code or words of their own. */
const UNKNOWN_MODEL =
  /\bmodel_not_found\b|\bmodel\b.{0,100}\b(?:not found|does not exist|not a valid)|\bnot a valid model\b/i;

/** True when the fault is in the settings: no such model, or no API at this address. */
export function isUnknownModel(status: number | undefined, words: string): boolean {
  return status === 404 || (status === 400 && UNKNOWN_MODEL.test(words));
}

/** It stays until a person changes the settings (MDL-13). `models`: what the endpoint has, if it says so. */
export function readUnknownModel(words: string, models: string | null, facts: RequestFacts): Answer {
  const { apiKey, model, host } = facts;
  const has = models === null ? '' : ` It has: ${models}.`;
  return unavailable(
    `${host} has no model ${model}, or no API there: ${shortenFault(words, apiKey)}.${has} Check model and base URL.`,
    'missing-input',
  );
}

/** Providers word it differently; OpenAI's code is `context_length_exceeded`, llama.cpp's `exceed_context_size_error`. */
const TOO_LONG =
  /context[_ ](length|size|window)|prompt is too long|too many (input )?tokens|token count .{0,200}exceeds|reduce the length of the (messages|prompt|input)/i;

/** True for a request that does not fit into the model's context. */
export function isTooLong(status: number, words: string): boolean {
  return status === 413 || (status === 400 && TOO_LONG.test(words));
}

/** The provider's words about an error: the body's own message, type and code. */
export function wordsOf(error: APIError): string {
  return [error.message, error.code, error.type, error.param].filter((part) => part).join(' ');
}

/** What an HTTP error of the provider means, after the SDK's retries. */
export function readStatusFault(status: number, words: string, facts: RequestFacts): Answer {
  const { apiKey, model, host, pauseMs } = facts;
  const said = shortenFault(words, apiKey);
  if (status === 401) return unavailable(`${host} refuses the API key (401). Check the key.`, 'permission');
  if (status === 403) {
    return unavailable(
      `${host} refuses access (403). Check that the key may use model ${model}.`,
      'permission',
    );
  }
  if (status === 429) {
    const wait =
      pauseMs === null ? '' : ` It asks to wait ${Math.ceil(pauseMs / 1000)} s, longer than the run has.`;
    return unavailable(`${host} limits the rate or the quota is used up (429): ${said}${wait}`);
  }
  if (status >= 300 && status < 400) {
    return unavailable(
      `${host} redirects elsewhere (${status}); redirects are not followed. Check the base URL.`,
    );
  }
  if (status >= 500) return unavailable(`${host} failed with ${status}, also when asked again. Try later.`);
  if (isTooLong(status, words)) {
    return { kind: 'overflow', detail: `The prompt is longer than the context of ${model}: ${said}` };
  }
  return unavailable(`${host} refuses the request (${status}): ${said}`);
}

/** Nothing came back in time. */
export function readTimeout({ host, limitMs }: RequestFacts): Answer {
  const seconds = Math.round(limitMs / 1000);
  return unavailable(`${host} did not answer within ${seconds} s. Try later or allow more time.`);
}

/** A fault without an HTTP status: no connection, or a body that could not be read. */
export function readTransportFault(error: unknown, { host, apiKey }: RequestFacts): Answer {
  if (error instanceof SyntaxError) {
    return unavailable(`${host} answered broken JSON. Check the base URL or try later.`);
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return unavailable(`No connection to ${host}: ${shortenFault(cause, apiKey)}. Check network and base URL.`);
}
