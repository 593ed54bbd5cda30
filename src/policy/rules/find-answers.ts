import type { Language } from '../tokens/lexicons.js';
import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';

/** A place where certain inputs have a written answer: a branch, a case, a row of a table. */
export interface Answer {
  readonly key: string;
  readonly line: number;
  readonly inputs: readonly Literal[];
  readonly outputs: readonly Literal[];
  /** Whether what is handed back is one value that is written down. */
  readonly gives: 'constant' | 'other';
  /** A branch of its own, and no case or row beside others. */
  readonly isBranch: boolean;
  /** The input is the name of a field. */
  readonly isField: boolean;
  /** A list of inputs alone. */
  readonly isList: boolean;
  /** True when the input is known by its length. */
  readonly measures: boolean;
  /** True when it is known by a hash or another form of it. */
  readonly hides: boolean;
  /** Keys of the other cases or rows of the same table. */
  readonly siblings: readonly string[];
  /** Where the bracket around it begins; -1 outside of brackets. */
  readonly table: number;
}

/** Tokens after a condition in which its answer is looked for. */
const REACH = 40;

export function findAnswers(source: Source): readonly Answer[] {
  return [...branches(source), ...arms(source), ...rows(source), ...lists(source), ...defaults(source)];
}

/** `if (x === L) return M`, `x == L ? M : …`, `M if x == L else …`, `[ "$1" = L ] && echo M`. */
function branches({ code, partner, language }: Source): readonly Answer[] {
  const found = code.flatMap((token, at): readonly Answer[] => {
    if (!/^(?:if|elif|elsif|unless|\?|&&|when|\[\[?|and|guard)$/.test(token.text)) return [];
    const isTernary = token.text === '?' || token.text === '&&';
    if (isTernary && !code.slice(startOfLine(code, at), at).some(({ text }) => COMPARES.test(text)))
      return [];
    const [from, to] = isTernary ? [startOfLine(code, at), at] : [at + 1, endOfCondition(code, partner, at)];
    const condition = code.slice(from, to);
    const inputs = comparedLiterals(condition, language);
    if (inputs.length === 0) return [];
    const isSuffix = token.text === 'if' && !token.first && code[at - 1]?.text !== 'else';
    const before = isSuffix ? code.slice(startOfLine(code, at), at) : [];
    const rest = code.slice(to, to + REACH);
    const colon = token.text === '?' ? rest.findIndex(({ text }) => text === ':') : -1;
    const result = answerIn([...before, ...(colon === -1 ? rest : rest.slice(0, colon))], before.length > 0);
    const measures =
      condition.some(({ text }) => MEASURE.test(text)) ||
      isCalledBefore(code.slice(Math.max(0, at - 12), at), MEASURE);
    const hides =
      condition.some(({ text }) => HIDES.test(text)) ||
      isCalledBefore(code.slice(Math.max(0, at - 24), at), HIDES);
    return [{ ...answerOf(token, inputs, result, language), isBranch: true, measures, hides }];
  });
  return withSiblings(found, 5);
}

/** `let n = text.len();` just before. */
const isCalledBefore = (code: readonly Token[], names: RegExp): boolean =>
  code.some(
    ({ text }, at) =>
      names.test(text) && (code[at + 1]?.text === '(' || /^(?:\.|\?\.)$/.test(code[at - 1]?.text ?? '')),
  );

const MEASURE = /^(?:len|length|size|strlen|Length|Count|mb_strlen|bytesize)$/;
/** What hides the input that is meant. */
const HIDES =
  /^(?:hash|hashCode|GetHashCode|md5\w*|MD5|sha\w*|SHA\w*|crc32|digest|hexdigest|charCodeAt|codePointAt|ord|checksum|adler32|b64\w+|base64\w*|Base64|btoa|atob|fromhex|unhexlify|fromCharCode|chr|bin2hex|hex|rot13|str_rot13|getBytes|to_bytes|reverse\w*|Reverse)$/;

function answerOf(
  { line }: Token,
  inputs: readonly Literal[],
  result: readonly Token[],
  language: Language,
): Answer {
  const outputs = literalsIn(result, language).slice(0, 3);
  const key = [...inputs.map(({ value }) => value), '=>', ...outputs.map(({ value }) => value)].join(' ');
  return {
    key,
    line,
    inputs,
    outputs,
    gives: isConstant(result) ? 'constant' : 'other',
    isBranch: false,
    isList: false,
    isField: false,
    measures: false,
    hides: false,
    siblings: [],
    table: -1,
  };
}

/** Literals, words such as `true`, and names of types and their cases; nothing that is computed. */
const isConstant = (result: readonly Token[]): boolean =>
  result.length > 0 &&
  result.every(
    ({ kind, text }) =>
      kind !== 'word' ||
      /^(?:true|false|null|nil|undefined|new|return|echo|break|std|self|[A-Z]\w*)$/.test(text),
  );

/** The first token of a line, or one far enough before. */
function startOfLine(code: readonly Token[], at: number): number {
  let back = at;
  while (back > at - 2 * REACH && code[back]?.first === false) back -= 1;
  return Math.max(0, back);
}

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

/** Literals beside a comparison, or in what is searched: `x === L`, `L.equals(x)`, `[L, M].includes(x)`. */
function comparedLiterals(condition: readonly Token[], language: Language): readonly Literal[] {
  if (!condition.some(({ text }) => COMPARES.test(text))) return [];
  const literals = literalsIn(condition, language);
  const signs = literals.filter(({ kind, value }) => kind === 'string' && value.length === 1);
  const [first] = signs;
  // Sign by sign is a word too.
  const word = signs.map(({ value }) => value).join('');
  return first === undefined || signs.length < 2 ? literals : [{ ...first, value: word }, ...literals];
}

/** What is handed back: after `return`, an arrow, an assignment, `echo`, or alone. */
function answerIn(code: readonly Token[], wholly: boolean): readonly Token[] {
  if (wholly) {
    const start = code.findIndex(({ text }) => /^(?:return|=|:=)$/.test(text));
    const end = code.findIndex(({ text }, at) => at > start && (text === 'else' || text === 'if'));
    return code.slice(start + 1, end === -1 ? 10 : end);
  }
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
    const isArm = /^(?:=>|->)$/.test(token.text) && isLiteral(code[at - 1]);
    const isPattern =
      token.text === ')' &&
      code[at - 1]?.first === true &&
      (isLiteral(code[at - 1]) || (language === 'shell' && code[at - 1]?.text !== '*'));
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

const isLiteral = (token: Token | undefined): boolean => token?.kind === 'string' || token?.kind === 'number';

/** `{ L: M, … }`, `[[L, M], …]`, `{L, M}`: rows whose key and value are literals. */
function rows({ code, partner, language }: Source): readonly Answer[] {
  const around = enclosing(code, partner);
  const isScript = language === 'javascript' || language === 'typescript';
  const found = code.flatMap((token, at) => {
    const next = code[at + 1];
    const isKey =
      (isLiteral(token) || (isScript && token.kind === 'word' && isLiteral(code[at + 2]))) &&
      /^(?::|=>|to|->)$/.test(next?.text ?? '') &&
      /^[{,[(]$/.test(code[at - 1]?.text ?? '');
    const isTuple =
      /^[[({]$/.test(token.text) &&
      isLiteral(next) &&
      code[at + 2]?.text === ',' &&
      /^[[{(,]$/.test(code[at - 1]?.text ?? '') &&
      (partner[at] ?? -1) - at <= 8;
    const isStore = token.text === ']' && /^(?:=)$/.test(next?.text ?? '') && isLiteral(code[at - 1]);
    const isSet =
      token.text === '(' &&
      /^(?:set|put|Add|insert|add|store)$/.test(code[at - 1]?.text ?? '') &&
      isLiteral(next) &&
      code[at + 2]?.text === ',';
    if (!isKey && !isTuple && !isStore && !isSet) return [];
    const key = isKey ? at : isStore ? at - 1 : at + 1;
    const from = isKey || isStore ? at + 2 : at + 3;
    const own = code[key];
    const inputs: readonly Literal[] =
      own?.kind === 'word'
        ? [{ value: own.text, line: own.line, at: key, kind: 'string' }]
        : literalsIn(code.slice(key, key + 1), language);
    let to = from;
    while (to < from + 10 && to < code.length && !/^[,}\])]$/.test(code[to]?.text ?? '')) to += 1;
    const made = answerOf(code[key] ?? token, inputs, code.slice(from, to), language);
    return [{ ...made, isField: own?.kind === 'word', table: around[isTuple || isSet ? at : key] ?? -1 }];
  });
  return withSiblings(found, 40);
}

/** `x ?? L`, `x or L`, `get(x, L)`: what is given where nothing was found. */
function defaults({ code, language }: Source): readonly Answer[] {
  return code.flatMap((token, at): readonly Answer[] => {
    const value = code[at + 1];
    const isFallback =
      /^(?:\?\?|\|\||or)$/.test(token.text) && isLiteral(value) && code[at - 1]?.kind !== 'string';
    const isArgument =
      token.text === '(' &&
      /^(?:unwrap_or|getOrDefault|orElse|setdefault|getOrElse)$/.test(code[at - 1]?.text ?? '') &&
      isLiteral(value);
    if (!isFallback && !isArgument) return [];
    return [{ ...answerOf(token, [], code.slice(at + 1, at + 2), language), isBranch: true }];
  });
}

/** A list of values that are written down: each of them is an input that is meant. */
function lists({ code, partner, language }: Source): readonly Answer[] {
  return code.flatMap((token, at): readonly Answer[] => {
    const close = partner[at] ?? -1;
    if (close <= at + 2 || close > at + REACH || !/^[[{(]$/.test(token.text)) return [];
    const inside = code.slice(at + 1, close);
    if (!inside.every(({ kind, text }) => kind === 'string' || text === ',')) return [];
    return [{ ...answerOf(token, literalsIn(inside, language), [], language), isList: true }];
  });
}

/** For each token where the innermost bracket around it begins. */
function enclosing(code: readonly Token[], partner: Int32Array): Int32Array {
  const around = new Int32Array(code.length).fill(-1);
  const open: number[] = [];
  for (const at of code.keys()) {
    const other = partner[at] ?? -1;
    if (other !== -1 && other < at) open.pop();
    around[at] = open.at(-1) ?? -1;
    if (other > at) open.push(at);
  }
  return around;
}

/** Each with the keys of those around it, within so many lines, that answer in the same way. */
function withSiblings(found: readonly Answer[], reach: number): readonly Answer[] {
  return found.map((each, place) => ({
    ...each,
    siblings: found
      .slice(Math.max(0, place - 20), place + 20)
      .filter((other) => other !== each && Math.abs(other.line - each.line) <= reach && isAlike(other, each))
      .map(({ key }) => key),
  }));
}

const isAlike = (a: Answer, b: Answer): boolean =>
  a.table === b.table &&
  a.inputs[0]?.kind === b.inputs[0]?.kind &&
  a.outputs.length > 0 === b.outputs.length > 0 &&
  a.gives === b.gives;
