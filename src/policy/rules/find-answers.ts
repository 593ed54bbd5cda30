import type { Language } from '../tokens/lexicons.js';
import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { type Answer, answerOf, enclosing, isLiteral, REACH, startOfLine, withSiblings } from './answer.js';
import { findRows } from './find-rows.js';

export function findAnswers(given: Source): readonly Answer[] {
  const source = { ...given, code: withConstants(given.code) };
  return [...branches(source), ...arms(source), ...findRows(source)];
}

/** Code with the names of constants replaced by the values that the file gives them. */
function withConstants(code: readonly Token[]): readonly Token[] {
  const values = new Map<string, Token>();
  for (const [at, { kind, text }] of code.entries()) {
    const value = code[at + 2];
    const isConstant =
      /^[A-Z][A-Z\d_]+$/.test(text) || /^(?:const|final|val|readonly|static)$/.test(code[at - 1]?.text ?? '');
    if (
      kind === 'word' &&
      isConstant &&
      code[at + 1]?.text === '=' &&
      isLiteral(value) &&
      value !== undefined
    )
      values.set(text, value);
  }
  if (values.size === 0) return code;
  return code.map((token, at) => {
    const value = token.kind === 'word' && code[at + 1]?.text !== '=' ? values.get(token.text) : undefined;
    return value === undefined ? token : { ...token, kind: value.kind, text: value.text, value: value.value };
  });
}

/** `if (x === L) return M`, `x == L ? M : …`, `M if x == L else …`, `[ "$1" = L ] && echo M`. */
function branches({ code, partner, language }: Source): readonly Answer[] {
  const around = enclosing(code, partner);
  const found = code.flatMap((token, at): readonly Answer[] => {
    if (!/^(?:if|elif|elsif|unless|\?|&&|when|\[\[?|and|guard)$/.test(token.text)) return [];
    if (!hasForm(token.text, language)) return [];
    if (token.text === '&&' && isInCondition(code, around, at)) return [];
    const isTernary = token.text === '?' || token.text === '&&';
    if (isTernary && !code.slice(startOfLine(code, at), at).some(({ text }) => COMPARES.test(text)))
      return [];
    const [from, to] = isTernary ? [startOfLine(code, at), at] : [at + 1, endOfCondition(code, partner, at)];
    const condition = code.slice(from, to);
    const inputs = comparedLiterals(condition, language);
    if (inputs.length === 0) return [];
    const isSuffix = token.text === 'if' && !token.first && code[at - 1]?.text !== 'else';
    const isDenied = condition.some(({ text }) => /^!==?$/.test(text));
    const result = isSuffix
      ? suffixAnswer(code.slice(startOfLine(code, at), at))
      : answerIn(sideOf(code.slice(to, to + REACH), token.text === '?', isDenied));
    // `a >= 30 && a <= 49` is one question.
    if (token.text === '&&' && result.some(({ text }) => /^(?:[<>]=?|[!=]==?)$/.test(text))) return [];
    const measures =
      condition.some(({ text }) => MEASURE.test(text)) ||
      isCalledBefore(code.slice(Math.max(0, at - 12), at), MEASURE);
    const hides =
      condition.some(({ text }) => HIDES.test(text)) ||
      isCalledBefore(code.slice(Math.max(0, at - 24), at), HIDES);
    const isPart = condition.some(({ text }) => PART.test(text));
    const refuses = isThrown(result);
    const limits = limitsIn(condition);
    const made = answerOf(token, inputs, result, language);
    return [{ ...made, isBranch: true, measures, hides, isPart, refuses, limits }];
  });
  return withSiblings(found, 5);
}

/** Only a shell asks in brackets, and `a && b` gives `b` where conditions are values. */
const hasForm = (word: string, language: Language): boolean =>
  word.startsWith('[')
    ? language === 'shell'
    : word !== '&&' || !/^(?:go|c|rust|java|kotlin|csharp)$/.test(language);

/** Between the brackets of an `if`, which speaks for the whole condition. */
function isInCondition(code: readonly Token[], around: Int32Array, at: number): boolean {
  let open = around[at] ?? -1;
  while (code[open]?.text === '(' && code[open - 1]?.kind !== 'word') open = around[open] ?? -1;
  return code[open]?.text === '(' && /^(?:if|elseif|while)$/.test(code[open - 1]?.text ?? '');
}

/** `let n = text.len();` just before. */
const isCalledBefore = (code: readonly Token[], names: RegExp): boolean =>
  code.some(
    ({ text }, at) =>
      names.test(text) && (code[at + 1]?.text === '(' || /^(?:\.|\?\.)$/.test(code[at - 1]?.text ?? '')),
  );

export const MEASURE = /^(?:len|length|size|strlen|Length|Count|mb_strlen|bytesize)$/;
/** What hides the input that is meant. */
const HIDES =
  /^(?:hash|hashCode|GetHashCode|md5\w*|MD5|sha\w*|SHA\w*|crc32|digest|hexdigest|charCodeAt|codePointAt|ord|checksum|adler32|b64\w+|base64\w*|Base64|btoa|atob|fromhex|unhexlify|fromCharCode|chr|bin2hex|hex|rot13|str_rot13|getBytes|to_bytes|reverse\w*|Reverse|encode|decode|codecs|sorted|sum|bytes|bytearray|translate|maketrans|swapcase|bit_length|fromkeys|rstrip_hash|strrev|charAt|bytesum)$/;

/** What goes on with a condition after its first bracket. */
const GOES_ON = /^(?:[=!]==?|&&|\|\||and|or|in|is|not|[<>%+*/.[-]|<=|>=|\?\.)$/;

function endOfCondition(code: readonly Token[], partner: Int32Array, at: number): number {
  const close = partner[at + 1] ?? -1;
  const after = code[close + 1];
  const isWhole = !GOES_ON.test(after?.text ?? '') || after?.first === true;
  if (code[at + 1]?.text === '(' && close > at && isWhole) return close + 1;
  let end = at + 1;
  while (end < code.length && end < at + REACH && !(code[end]?.first === true && end > at + 1)) {
    const close = partner[end] ?? -1;
    const isInner = close > end && code[close]?.line === code[end]?.line && code[close + 1]?.first === false;
    if (isInner) end = close + 1;
    else if (/^(?:\{|:|then|;)$/.test(code[end]?.text ?? '')) break;
    else end += 1;
  }
  return end;
}

const COMPARES =
  /^(?:===?|=|-eq|is|in|=~|equals|Equals|eq|includes|contains|Contains|startsWith|startswith|starts_with|endsWith|endswith|HasPrefix|HasSuffix|start_with\?|end_with\?|include\?|has|strcmp|strncmp|EqualFold|test|match|matches|eql\?|str_starts_with|str_ends_with|str_contains|in_array|compare|has_value|DeepEqual|deepEqual|isEqual|equal|Equal|sameElements|SequenceEqual|isDeepStrictEqual|equalsIgnoreCase|contentEquals|StartsWith|EndsWith|array_key_exists|member\?)$/;

/** What takes an input for meant by its beginning, its end or a piece of it. */
const PART =
  /^(?:startsWith|startswith|starts_with|StartsWith|start_with\?|str_starts_with|HasPrefix|endsWith|endswith|ends_with|EndsWith|end_with\?|str_ends_with|HasSuffix|includes|contains|Contains|include\?|str_contains|strncmp|strstr|indexOf|find|=~|match|matches|test)$/;

/** Literals beside a comparison, or in what is searched: `x === L`, `L.equals(x)`, `[L, M].includes(x)`. */
function comparedLiterals(condition: readonly Token[], language: Language): readonly Literal[] {
  if (!condition.some(({ text }) => COMPARES.test(text))) return [];
  const literals = [...literalsIn(condition, language), ...patternsIn(condition)];
  const isRange = condition.some(({ text }) => /^[<>]=?$/.test(text));
  const signs = literals.filter(({ kind, value }) => kind === 'string' && /^\w$/.test(value) && !isRange);
  const [first] = signs;
  // Sign by sign is a word too.
  const word = signs.map(({ value }) => value).join('');
  return first === undefined || signs.length < 2 ? literals : [{ ...first, value: word }, ...literals];
}

/** A regular expression that is a text with anchors names that text. */
const patternsIn = (condition: readonly Token[]): readonly Literal[] =>
  condition.flatMap(({ kind, text, line }, at) =>
    kind === 'regex'
      ? [{ value: text.replaceAll(/^\/\^?|\$?\/[a-z]*$/g, ''), line, at, kind: 'string' }]
      : [],
  );

/** `return M` and `x = M` before their condition. */
function suffixAnswer(before: readonly Token[]): readonly Token[] {
  const start = before.findIndex(({ text }) => /^(?:return|=|:=)$/.test(text));
  return before.slice(start + 1);
}

/** `x === L ? M : …`, and the other side where the condition denies. */
function sideOf(rest: readonly Token[], isTernary: boolean, isDenied: boolean): readonly Token[] {
  const colon = isTernary ? rest.findIndex(({ text }) => text === ':') : -1;
  if (colon === -1) return rest;
  return isDenied ? rest.slice(colon) : rest.slice(0, colon);
}

/** To refuse what is named is no answer. */
const isThrown = (result: readonly Token[]): boolean => /^(?:throw|raise|panic)$/.test(result[0]?.text ?? '');

/** `n > 27`: what lies on one side is no input by itself, but two sides pin one down. */
function limitsIn(condition: readonly Token[]): readonly string[] {
  const found = condition.flatMap(({ text }, at) =>
    /^[<>]=?$/.test(text)
      ? [condition[at - 1], condition[at + 1]].flatMap((each) =>
          each?.kind === 'number' ? [{ side: text[0], value: each.value }] : [],
        )
      : [],
  );
  return new Set(found.map(({ side }) => side)).size === 1 ? found.map(({ value }) => value) : [];
}

/** What is handed back: after `return`, an arrow, an assignment, `echo`, or alone. */
function answerIn(code: readonly Token[]): readonly Token[] {
  const start = code.findIndex(({ text }) =>
    /^(?:return|=>|->|=|:=|echo|printf|print|\?|:|push|append|then|\{|\)|&&|result)$/.test(text),
  );
  if (start === -1) return [];
  const rest = code.slice(start + 1);
  const from = rest.findIndex(({ text }) => !/^(?:return|echo|\{|:|=>|then)$/.test(text));
  const end = rest.findIndex(
    ({ text, first }, at) =>
      at > Math.max(0, from) &&
      (/^(?:;|\}|else|elif|elsif|fi|end|if)$/.test(text) ||
        (first && /^(?:return|const|let|var|def|func|fn|for|while)$/.test(text))),
  );
  return rest.slice(Math.max(0, from), end === -1 ? 14 : end);
}

/** `case L: return M`, `L => M`, `"L" -> M`, `L) echo M ;;`. */
function arms({ code, language, partner }: Source): readonly Answer[] {
  const around = enclosing(code, partner);
  const found = code.flatMap((token, at) => {
    const isCase = /^(?:case|when)$/.test(token.text) && token.first;
    // Ruby's are the rows of a table.
    const isArm = /^(?:=>|->)$/.test(token.text) && isLiteral(code[at - 1]) && language !== 'ruby';
    const isPattern =
      language === 'shell' &&
      token.text === ')' &&
      code[at - 1]?.text !== '*' &&
      code
        .slice(startOfLine(code, at) + 1, at)
        .every(({ text }, place) => (text === '|') === (place % 2 === 0));
    if (!isCase && !isArm && !isPattern) return [];
    const from = isCase ? at + 1 : startOfLine(code, at);
    let to = at + (isCase ? 1 : 0);
    while (
      isCase &&
      to < at + REACH &&
      !/^(?::|->|=>|then|\{)$/.test(code[to]?.text ?? ':') &&
      !(code[to]?.first === true && to > at + 1)
    )
      to += 1;
    const inputs = literalsIn(code.slice(from, to), language);
    if (inputs.length === 0) return [];
    const rest = code.slice(to + 1, to + REACH);
    const end = rest.findIndex(
      ({ text }, place) => place > 0 && /^(?:case|when|default|=>|;|;;|break|\}|else|end)$/.test(text),
    );
    const made = answerOf(code[from] ?? token, inputs, rest.slice(0, end === -1 ? 8 : end), language);
    return [{ ...made, table: around[at] ?? -1 }];
  });
  return withSiblings(found, 40);
}
