/** Typographic characters and what people type for them, one for one. */
const TYPED: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '\u00a0': ' ',
  '\u2002': ' ',
  '\u2003': ' ',
  '\u2009': ' ',
  '\u200a': ' ',
  '\u202f': ' ',
  '\u3000': ' ',
};

const TYPOGRAPHIC = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g');
const TYPOGRAPHIC_ONCE = new RegExp(TYPOGRAPHIC.source);
/** What may be meant for its other spelling; of blanks only the rare ones. */
const IN_DOUBT = new RegExp(`['"-]|${TYPOGRAPHIC.source}`);

/** Quotation marks, dashes and blanks as people type them; the length stays. */
export function asTyped(text: string): string {
  return text.replace(TYPOGRAPHIC, (character) => TYPED[character] ?? character);
}

/**
 * A new line in the spelling of a real one, where it repeats the quoted one at its start and its end. Null when what lies
 * between may have to be in another spelling than it is written in; `differs` says that such lines are about.
 */
export function inSpellingOf(
  { quoted, real }: { readonly quoted: string; readonly real: string },
  fresh: string,
  differs: boolean,
): string | null {
  const shortest = Math.min(quoted.length, fresh.length);
  let head = 0;
  while (head < shortest && quoted[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && quoted.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const middle = fresh.slice(head, fresh.length - tail);
  const isInDoubt = differs ? IN_DOUBT.test(middle) : TYPOGRAPHIC_ONCE.test(middle);
  return isInDoubt ? null : real.slice(0, head) + middle + real.slice(real.length - tail);
}
