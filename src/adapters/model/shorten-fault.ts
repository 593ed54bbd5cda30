const MAX_WIDTH = 300;
/** Servers of one's own take any word for a key, and that word is no secret. */
const MIN_KEY_LENGTH = 8;

/** A provider's own words in one short line, without the key should the provider repeat it. */
export function shortenFault(text: string, apiKey: string): string {
  const safe = apiKey.length < MIN_KEY_LENGTH ? text : text.replaceAll(apiKey, '***');
  const line = safe.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line;
}
