type Fetch = typeof fetch;

const MOVED = [301, 302, 307, 308];
const HOPS = 3;

export interface RenameRules {
  /** Addresses under it alone may get our token. */
  readonly apiUrl: string;
  /** The number of the repository that we are in; it stays when its name or owner changes. Null when not known. */
  readonly repositoryId: number | null;
}

/**
 * Follows the redirects of a renamed or transferred repository, to the same repository on the same host. A redirect has
 * no effect, so that a write is sent on as well where its method may stay. A link to a storage is for the caller, who
 * asks there without the token. A redirect that is not followed is answered with 421 and the reason.
 */
export function followRename(send: Fetch, rules: RenameRules): Fetch {
  return async (input, init) => {
    const wantsLink = init?.redirect === 'manual';
    let address = String(input);
    for (let hop = 0; hop <= HOPS; hop++) {
      const answer = await send(address, { ...init, redirect: 'manual' });
      if (!MOVED.includes(answer.status) || (wantsLink && answer.status === 302)) return answer;
      if (init?.method !== 'GET' && answer.status < 307) return answer;
      const place = placeOf(answer, address, rules);
      if ('refused' in place) return refusal(place.refused);
      address = place.address;
    }
    return refusal('GitHub redirects in circles.');
  };
}

function placeOf(
  { headers }: Response,
  from: string,
  { apiUrl, repositoryId }: RenameRules,
): { readonly address: string } | { readonly refused: string } {
  const place = new URL(headers.get('location') ?? '', from);
  if (!place.href.startsWith(`${apiUrl}/`))
    return { refused: `A redirect leads to another host (${place.origin}), where our token must not go.` };
  const id = /\/repositories\/(\d+)(?:\/|$)/.exec(place.pathname)?.[1];
  if (id !== undefined && repositoryId !== null && Number(id) !== repositoryId)
    return { refused: `A redirect leads to another repository (${id}), which is not the one we are in.` };
  if (place.search === '') place.search = new URL(from).search;
  return { address: place.href };
}

/** Misdirected request (RFC 9110): final, and never repeated. */
function refusal(message: string): Response {
  return new Response(JSON.stringify({ message }), {
    status: 421,
    headers: { 'content-type': 'application/json' },
  });
}
