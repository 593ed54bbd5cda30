const DOTS = String.raw`(?:\.{3,}|…)`;
/** A remark in the usual spellings of comments; the rest of the line is what it says. */
const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--|\{\/\*|"""|''')\s*(.*?)\s*(?:\*\/\}?|-->|"""|''')?$/;
const NOUN =
  '(?:code|implementation|methods?|functions?|contents?|logic|imports?|lines|class(?:es)?|tests?|body|file|fields|props|properties|cases|handlers|routes|styles|rules|definitions?)';

const STAYS =
  'goes|go|stays?|remains?|is|are|here|unchanged|the same|as is|as before|omitted|continues?|below|above|for brevity';

/** Dots, or words that say that something is left out. */
const SAYINGS = [
  new RegExp(`^${DOTS}$`),
  new RegExp(
    `^[[(]?\\s*${DOTS}.*\\b(?:existing|rest|remaining|remainder|unchanged|same|previous|other|omitted|elided|snip|truncated|before|keep|more|continues?|${NOUN})\\b`,
    'i',
  ),
  new RegExp(
    `^[[(]?\\s*(?:keep |leave )?(?:the |all (?:the )?|your )?(?:rest|remainder) of (?:the |your |this )?(?:(?:\\w+ )?${NOUN}|\\w+ (?:${STAYS}))\\b`,
    'i',
  ),
  new RegExp(
    `^[[(]?\\s*(?:keep |leave )?(?:the |all (?:the |other )?|your )?(?:existing|remaining|original|previous|unchanged|other) ${NOUN}(?: (?:${STAYS}))*\\s*${DOTS}?[\\])]?\\.?$`,
    'i',
  ),
  new RegExp(
    `^[[(]?\\s*(?:same as before|no changes?(?: here)?|unchanged|(?:\\w+ )?omitted(?: for brevity)?)\\s*${DOTS}?[\\])]?\\.?$`,
    'i',
  ),
];

/**
 * The first new line that stands for code instead of being it, or null. A remark that the file has already is none, nor
 * are three dots that are code.
 */
export function placeholderIn(path: string, before: string | null, after: string): string | null {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()));
  const lines = after.split('\n').map((line) => line.trim());
  const isPython = /\.pyi?$/i.test(path);
  const found = lines.find((line, index) => {
    if (line === '' || known.has(line)) return false;
    if (/^(?:\.{3}|…)$/.test(line)) return !(isPython && isEllipsis(lines[index - 1] ?? ''));
    return standsForCode(line);
  });
  return found ?? null;
}

function standsForCode(line: string): boolean {
  const remark = COMMENT.exec(line)?.[1];
  if (remark !== undefined) return SAYINGS.some((saying) => saying.test(remark));
  return /^[[(]?\s*(?:\.{3,}|…)\s+\w/.test(line) && SAYINGS.some((saying) => saying.test(line));
}

/** A body of three dots: what opens it, or its documentation, stands before it. */
function isEllipsis(lineBefore: string): boolean {
  return /(?::|"""|'''|["'])\s*(?:#.*)?$/.test(lineBefore);
}
