import type { Reply } from './route.js';

const DEFAULT_SIZE = 30;
const MAX_SIZE = 100;

/** Cuts a list as the query asks, with GitHub's Link header. Other answers pass unchanged. */
export function cutPage(reply: Reply, url: URL): Reply {
  if (reply.page === undefined) return reply;
  const { items, view, envelope } = reply.page;
  const asked = Number(url.searchParams.get('per_page') ?? DEFAULT_SIZE);
  const size = Math.min(Math.max(1, asked), MAX_SIZE);
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1));
  const last = Math.max(1, Math.ceil(items.length / size));
  const shown = items.slice((page - 1) * size, page * size).map((item) => view(item as never));
  const link = linkHeader(url, page, last);
  return {
    status: reply.status,
    headers: link === '' ? {} : { link },
    body: envelope === undefined ? shown : { total_count: items.length, [envelope]: shown },
  };
}

function linkHeader(url: URL, page: number, last: number): string {
  const to = (target: number, relation: string): string => {
    const address = new URL(url);
    address.searchParams.set('page', String(target));
    return `<${address}>; rel="${relation}"`;
  };
  return [
    ...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []),
    ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
  ].join(', ');
}
