/**
 * Numbers (from 1) of the lines of `after` that `before` does not have: linear in both, blind to layout and to where a
 * line stands, so that code which only moved is not new.
 */
export function addedLines(before: string, after: string): ReadonlySet<number> {
  const old = new Map<string, number>();
  for (const line of before.split('\n')) old.set(line.trim(), (old.get(line.trim()) ?? 0) + 1);
  const added = new Set<number>();
  for (const [at, line] of after.split('\n').entries()) {
    const left = old.get(line.trim()) ?? 0;
    if (left === 0) added.add(at + 1);
    else old.set(line.trim(), left - 1);
  }
  return added;
}
