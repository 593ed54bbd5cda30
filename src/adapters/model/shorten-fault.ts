const MAX_WIDTH = 300;

/** A provider's own words in one short line, without the key should the provider repeat it. */
export function shortenFault(text: string, apiKey: string): string {
  const safe = apiKey === '' ? text : text.replaceAll(apiKey, '***');
  const line = safe.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line;
}
