type Fetch = typeof fetch;

/** What is asked again in a run are a few lists and branches; the oldest go first. */
const MAX_ENTRIES = 100;
const MAX_CHARACTERS = 512 * 1024;

interface Known {
  readonly etag: string;
  readonly text: string;
  readonly headers: Headers;
  readonly url: string;
}

/**
 * Asks for what was read before only if it changed since: GitHub does not count an answer of 304, so that a poll costs
 * nothing while nothing happens.
 */
export function conditionalReads(send: Fetch): Fetch {
  const known = new Map<string, Known>();
  return async (input, init) => {
    if (init?.method !== 'GET' || init.redirect !== undefined) return send(input, init);
    const headers = new Headers(init.headers);
    const key = `${String(input)} ${headers.get('accept')}`;
    const before = known.get(key);
    if (before !== undefined) headers.set('if-none-match', before.etag);
    const answer = await send(input, { ...init, headers });
    if (answer.status === 304 && before !== undefined) return asAnswer(before);
    known.delete(key);
    const etag = answer.headers.get('etag');
    if (answer.status !== 200 || etag === null) return answer;
    const text = await answer.text();
    const kept = { etag, text, headers: new Headers([...answer.headers]), url: answer.url };
    if (text.length <= MAX_CHARACTERS) known.set(key, kept);
    const [oldest] = known.keys();
    if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
    return asAnswer(kept);
  };
}

/** A made response has no address, which octokit's paging reads. */
function asAnswer({ text, headers, url }: Known): Response {
  return Object.defineProperty(new Response(text, { status: 200, headers }), 'url', { value: url });
}
