/** The refs that smart-fix may write, as a pattern with `*` for any text: `refs/heads/smart-fix/*`. */
export function isAllowedRef(pattern: string, ref: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(ref);
}
