import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';

/** A place where certain inputs have a written answer: a branch, a case, a row of a table. */
export interface Answer {
  readonly key: string;
  readonly line: number;
  readonly inputs: readonly Literal[];
  readonly outputs: readonly Literal[];
  /** Lines of the other cases or rows of the same table. */
  readonly siblings: readonly number[];
}

/** Tokens after a condition in which its answer is looked for. */
const REACH = 40;

export function findAnswers(source: Source): readonly Answer[] {
  return [...branches(source), ...arms(source), ...rows(source)];
}

/** `if (x === L) return M`, `x == L ? M : …`, `M if x == L else …`, `[ "$1" = L ] && echo M`. */
function branches({ code, partner }: Source): readonly Answer[] {
  return code.flatMap((token, at) => {
    if (!/^(?:if|elif|elsif|unless|\?|&&|when|\[\[?|and|guard)$/.test(token.text)) return [];
    const isTernary = token.text === '?' || token.text === '&&';
    const [from, to] = isTernary ? [startOfLine(code, at), at] : [at + 1, endOfCondition(code, partner, at)];
    const condition = code.slice(from, to);
    const inputs = comparedLiterals(condition);
    if (inputs.length === 0) return [];
    const before = token.text === 'if' && !token.first ? code.slice(startOfLine(code, at), at) : [];
    const outputs = answersIn([...before, ...code.slice(to, to + REACH)], before.length > 0);
    return [answer(token, inputs, outputs, [])];
  });
}

function answer(
  { line }: Token,
  inputs: readonly Literal[],
  outputs: readonly Literal[],
  siblings: readonly number[],
): Answer {
  const key = [...inputs, '=>', ...outputs]
    .map((each) => (typeof each === 'string' ? each : each.value))
    .join(' ');
  return { key, line, inputs, outputs, siblings };
}

function startOfLine(code: readonly Token[], at: number): number {
  let back = at;
  while (code[back]?.first === false) back -= 1;
  return back;
}

function endOfCondition(code: readonly Token[], partner: Int32Array, at: number): number {
  if (code[at + 1]?.text === '(' && (partner[at + 1] ?? -1) > at) return (partner[at + 1] ?? at) + 1;
  let end = at + 1;
  while (
    end < code.length &&
    end < at + REACH &&
    !/^(?:\{|:|then|;)$/.test(code[end]?.text ?? '') &&
    !(code[end]?.first === true && end > at + 1)
  )
    end += 1;
  return end;
}

/** Literals beside a comparison, or in what is searched: `x === L`, `L.equals(x)`, `[L, M].includes(x)`. */
function comparedLiterals(condition: readonly Token[]): readonly Literal[] {
  const isComparison = condition.some(({ text }) =>
    /^(?:===?|=|-eq|-lt|-gt|is|in|=~|equals|Equals|eq|includes|contains|Contains|startsWith|startswith|starts_with|endsWith|endswith|HasPrefix|HasSuffix|start_with\?|end_with\?|include\?|has|strcmp|strncmp|EqualFold|hash|test|match|matches|eql\?|str_starts_with|str_ends_with|in_array|compare|has_value)$/.test(
      text,
    ),
  );
  return isComparison ? literalsIn(condition) : [];
}

/** Literals that are handed back: after `return`, an arrow, an assignment, `echo`, or alone. */
function answersIn(code: readonly Token[], wholly: boolean): readonly Literal[] {
  if (wholly) {
    const end = code.findIndex(({ text }) => text === 'else');
    return literalsIn(code.slice(0, end === -1 ? code.length : end)).slice(0, 2);
  }
  const start = code.findIndex(({ text }) =>
    /^(?:return|=>|->|=|:=|echo|printf|print|\?|:|push|append|then|\{|\)|&&|result)$/.test(text),
  );
  if (start === -1) return [];
  const rest = code.slice(start + 1);
  const end = rest.findIndex(
    ({ text, first }, at) =>
      at > 0 &&
      (/^(?:;|\}|else|elif|elsif|fi|end|if)$/.test(text) ||
        (first &&
          /^(?:return|const|let|var|def|func|fn|for|while)$/.test(text) &&
          !/^(?:\{|:|then)$/.test(code[start]?.text ?? ''))),
  );
  return literalsIn(rest.slice(0, end === -1 ? Math.min(rest.length, 14) : end)).slice(0, 3);
}

/** `case L: return M`, `L => M`, `"L" -> M`, `L) echo M ;;`. */
function arms({ code }: Source): readonly Answer[] {
  const found = code.flatMap((token, at) => {
    const isCase = /^(?:case|when)$/.test(token.text) && token.first;
    const isArm = /^(?:=>|->)$/.test(token.text) && isLiteral(code[at - 1]);
    const isPattern = token.text === ')' && isLiteral(code[at - 1]) && code[at - 1]?.first === true;
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
    const inputs = literalsIn(code.slice(from, to));
    if (inputs.length === 0) return [];
    const rest = code.slice(to + 1, to + REACH);
    const end = rest.findIndex(
      ({ text }, place) => place > 0 && /^(?:case|when|default|=>|;|;;|break|\}|else|end)$/.test(text),
    );
    return [
      answer(code[from] ?? token, inputs, literalsIn(rest.slice(0, end === -1 ? 8 : end)).slice(0, 3), []),
    ];
  });
  return found.map((each, place) => ({ ...each, siblings: near(found, place) }));
}

const isLiteral = (token: Token | undefined): boolean => token?.kind === 'string' || token?.kind === 'number';

/** `{ L: M, … }`, `[[L, M], …]`, `{L, M}`: rows whose key and value are literals. */
function rows({ code, partner }: Source): readonly Answer[] {
  const found = code.flatMap((token, at) => {
    const next = code[at + 1];
    const isKey =
      isLiteral(token) &&
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
    const inputs = literalsIn(code.slice(key, key + 1));
    let to = from;
    while (to < from + 10 && to < code.length && !/^[,}\])]$/.test(code[to]?.text ?? '')) to += 1;
    return [answer(code[key] ?? token, inputs, literalsIn(code.slice(from, to)).slice(0, 2), [])];
  });
  return found.map((each, place) => ({ ...each, siblings: near(found, place) }));
}

/** Lines of the rows around one, within a screen. */
function near(found: readonly Answer[], place: number): readonly number[] {
  const line = found[place]?.line ?? 0;
  return found
    .slice(Math.max(0, place - 20), place + 20)
    .filter((other) => other !== found[place] && Math.abs(other.line - line) <= 40)
    .map((other) => other.line);
}
