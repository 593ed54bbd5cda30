import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';

/** Macros of C look like functions where a body follows. */
const MACRO = /^_*[A-Z][A-Z\d_]{3,}$/;
/** More functions of one name are compared by their places alone. */
const MOST = 40;

/** The functions of a text that it still has, each with what became of it. */
export function sameFunctions(
  before: Source,
  after: Source,
): readonly (readonly [was: FunctionExtent, is: FunctionExtent])[] {
  const now = byName(after);
  return [...byName(before)].flatMap(([name, was]) => {
    const is = now.get(name) ?? [];
    const texts = new Set(is.map((each) => textOf(after, each)));
    const kept = new Set(was.map((each) => textOf(before, each)).filter((text) => texts.has(text)));
    // What is there unchanged is nobody's heir.
    const old = was.filter((each) => !kept.has(textOf(before, each)));
    const fresh = is.filter((each) => !kept.has(textOf(after, each)));
    if (old.length > MOST || fresh.length > MOST || old.length === fresh.length)
      return old.flatMap((each, place) =>
        fresh[place] === undefined ? [] : [[each, fresh[place]] as const],
      );
    return old.flatMap((each) => {
      const heir = nearest(each, fresh, { before, after });
      if (heir !== undefined) fresh.splice(fresh.indexOf(heir), 1);
      return heir === undefined ? [] : [[each, heir] as const];
    });
  });
}

function byName({ functions, language }: Source): ReadonlyMap<string, readonly FunctionExtent[]> {
  const found = new Map<string, FunctionExtent[]>();
  for (const each of functions) {
    if (each.name === '' || (language === 'c' && (MACRO.test(each.name) || each.name === 'operator')))
      continue;
    const others = found.get(each.name);
    if (others === undefined) found.set(each.name, [each]);
    else others.push(each);
  }
  return found;
}

/** Of functions with the same name the one with the parameters that are most alike. */
function nearest(
  was: FunctionExtent,
  others: readonly FunctionExtent[],
  { before, after }: { readonly before: Source; readonly after: Source },
): FunctionExtent | undefined {
  const own = new Set(wordsOf(before, was.parameters));
  const likeness = (each: FunctionExtent): number => {
    const words = wordsOf(after, each.parameters);
    return words.filter((word) => own.has(word)).length / Math.max(1, words.length, own.size);
  };
  return [...others].sort((a, b) => likeness(b) - likeness(a))[0];
}

const wordsOf = ({ code }: Source, [from, to]: readonly [number, number]): readonly string[] =>
  code.slice(from, to).map(({ text }) => text);

export const bodyOf = ({ code }: Source, { body: [from, to] }: FunctionExtent): readonly Token[] =>
  code.slice(from, to);

const textOf = ({ code }: Source, { parameters: [from], body: [, to] }: FunctionExtent): string =>
  code
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
