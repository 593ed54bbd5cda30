/** A lease is neither branch nor tag, so that it is nobody else's. */
const LEASE = /^refs\/smart-fix\/lease\/[0-9a-f]{16}$/;

/** The refs that smart-fix may write, as a pattern with `*` for any text: `refs/heads/smart-fix/*`; and its leases. */
export function isAllowedRef(pattern: string, ref: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return LEASE.test(ref) || new RegExp(`^${parts.join('.*')}$`).test(ref);
}
