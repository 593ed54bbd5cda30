import type { FilePair } from '../patch/patch-view.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';

/** Words before a bracket that call nothing. */
const ASKS =
  /^(?:if|for|foreach|while|until|unless|switch|match|catch|return|elif|elsif|elseif|and|or|not|in)$/;

/** The names of what is called. */
export const callsIn = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ kind, text }, at) =>
      kind === 'word' && tokens[at + 1]?.text === '(' && !ASKS.test(text) ? [text] : [],
    ),
  );

/** Calls that the patch has as often as the base: what one function no longer calls, another does. */
export function movedCalls(files: readonly FilePair[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const count = (source: Source | null, by: number): void => {
    for (const [at, { kind, text }] of source?.code.entries() ?? [])
      if (kind === 'word' && source?.code[at + 1]?.text === '(' && !ASKS.test(text))
        counts.set(text, (counts.get(text) ?? 0) + by);
  };
  for (const { before, after } of files) {
    count(before, -1);
    count(after, 1);
  }
  return new Set([...counts].flatMap(([name, more]) => (more >= 0 ? name : [])));
}

/** Nothing is new in it. */
export function isPart(fresh: readonly Token[], old: readonly Token[]): boolean {
  const known = new Set(old.map(({ text }) => text));
  return fresh.every(({ text }) => known.has(text));
}
