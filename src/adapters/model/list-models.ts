import type { OpenAI } from 'openai';
import { shortenFault } from './shorten-fault.js';

/** A person reads them; an endpoint may have hundreds. */
const MAX_NAMED = 10;
const LIMIT_MS = 5000;

/** The models that an endpoint says it has, in words; null when it does not say (OpenAI API reference, "List models"). */
export async function listModels(
  client: OpenAI,
  { apiKey, signal }: { readonly apiKey: string; readonly signal: AbortSignal },
): Promise<string | null> {
  // What is no list, or no list of models, says as little as an error.
  const page = await client.models.list({ signal, timeout: LIMIT_MS }).catch(() => null);
  const data: unknown = page?.data;
  const ids = Array.isArray(data)
    ? data.flatMap((each: { readonly id?: unknown } | null) =>
        typeof each?.id === 'string' ? [each.id] : [],
      )
    : [];
  if (ids.length === 0) return null;
  const named = ids
    .toSorted()
    .slice(0, MAX_NAMED)
    .map((id) => shortenFault(id, apiKey));
  const more = ids.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
