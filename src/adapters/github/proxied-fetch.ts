import { HttpClient } from '@actions/http-client';
import { type Dispatcher, fetch as undiciFetch } from 'undici';

const routes = new Map<string, Dispatcher | undefined>();

/**
 * `fetch` that goes where the environment says (`https_proxy`, `http_proxy`, `no_proxy`), as git does and as the runner's
 * own toolkit reads it: Node's own does not look there unless it is told to at its start.
 */
export const proxiedFetch: typeof fetch = (input, init) => {
  const { origin } = new URL(String(input));
  if (!routes.has(origin)) routes.set(origin, new HttpClient().getAgentDispatcher(origin) as Dispatcher);
  const options = { ...init, dispatcher: routes.get(origin) } as Parameters<typeof undiciFetch>[1];
  return undiciFetch(String(input), options) as unknown as ReturnType<typeof fetch>;
};
