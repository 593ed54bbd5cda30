/** A remark is short; the rest of a long line is not looked at. */
const MAX_WIDTH = 300;
const DOTS = String.raw`(?:\.{3,}|…)`;
/** How a remark begins and ends in the usual spellings of comments; the rest of the line is what it says. */
const COMMENT = /^(?:\/\/+|#+|--+|;+|%+|\/\*+|\*|<!--|\{\/\*|"""|''')/;
const COMMENT_END = /(?:\*\/\}?|-->|"""|''')$/;
const NOUN =
  '(?:code|implementation|methods?|functions?|contents?|logic|imports?|lines|class(?:es)?|tests?|body|file|fields|props|properties|cases|handlers|routes|styles|rules|definitions?)';
const STAYS =
  '(?:goes|go|stays?|remains?|is|are|here|unchanged|the same|as is|as before|omitted|continues?|below|above|for brevity)';
/** What is said of code that is kept; other things that are said of the rest of it make a true remark. */
const KEPT = '(?:unchanged|the same|identical|as (?:is|before)|omitted|here|kept|left|not shown|still)';
const LEAVE = String.raw`^[[(]?\s*(?:keep |leave )?(?:the |all (?:the |other )?|your )?`;
const END = String.raw`\s*${DOTS}?[\])]?\.?$`;

/** Dots, and words after them that say that something is left out. */
const DOTTED_WORDS = new RegExp(
  `^[[(]?\\s*${DOTS}.*\\b(?:existing|rest|remaining|remainder|unchanged|same|previous|other|omitted|elided|snip|truncated|as before|keep|more|continues?|${NOUN})\\b`,
  'i',
);
const DOTTED = [new RegExp(`^[[(]?\\s*${DOTS}\\s*[\\])]?$`), DOTTED_WORDS];
/** A remark of dots behind code, or between it. */
const BEHIND_CODE = new RegExp(`[\\s,([{](?://|#|--|/\\*|<!--) ?(${DOTS}.*)$`);
/** Words alone. In a text for people they are a heading as well. */
const SAID = [
  `${LEAVE}(?:rest|remainder) of (?:the |your |this )?(?:(?:\\w+ )?${NOUN}(?! (?:is|are|was|were|must|should|will|can|may|has|have) (?!${KEPT}))|\\w+ ${STAYS}(?<!\\b(?:is|are)(?! ${KEPT})))\\b`,
  `${LEAVE}(?:existing|remaining|unchanged) ${NOUN}(?: ${STAYS})*${END}`,
  `${LEAVE}(?:existing|remaining|original|previous|other) \\w+(?: ${STAYS})+${END}`,
  `${LEAVE}(?:original|previous|other) ${NOUN}\\s*${DOTS}[\\])]?$`,
  `^[[(]?\\s*(?:same as before|no changes?(?: here)?|unchanged|(?:\\w+ )?omitted(?: for brevity)?)${END}`,
].map((source) => new RegExp(source, 'i'));

/**
 * The first new line that stands for code instead of being it, or null. A remark that the file has already is none, nor
 * are three dots that are code.
 */
export function placeholderIn(path: string, before: string | null, after: string): string | null {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim().slice(0, MAX_WIDTH)));
  const lines = after.split('\n').map((line) => line.trim().slice(0, MAX_WIDTH));
  const sayings = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i.test(path) ? DOTTED : [...DOTTED, ...SAID];
  const found = lines.find((line, index) => {
    if (line === '' || known.has(line)) return false;
    if (/^(?:\.{3}|…)$/.test(line)) return !isCode(path, lines[index - 1] ?? '');
    if (COMMENT.test(line)) {
      const remark = line.replace(COMMENT, '').replace(COMMENT_END, '').trim();
      return sayings.some((saying) => saying.test(remark));
    }
    // A spread or a range has no blank behind its dots.
    if (/^[[(]?\s*(?:\.{3,}|…)\s+\w/.test(line)) return DOTTED.some((saying) => saying.test(line));
    const behind = BEHIND_CODE.exec(line)?.[1];
    return behind !== undefined && DOTTED_WORDS.test(behind) && !before?.includes(behind);
  });
  return found ?? null;
}

/** Where a line of three dots alone is code: a body in Python, an argument in C and R, the end of a YAML document. */
function isCode(path: string, lineBefore: string): boolean {
  if (/\.pyi?$/i.test(path)) return /(?::|"""|'''|["'])\s*(?:#.*)?$/.test(lineBefore);
  if (/\.(?:[ch]|cc|cpp|cxx|hh|hpp|hxx|m|mm|r)$/i.test(path)) return /[,(]$/.test(lineBefore);
  return /\.ya?ml$/i.test(path);
}
