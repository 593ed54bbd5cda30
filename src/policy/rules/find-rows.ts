import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { type Answer, answerOf, enclosing, isLiteral, REACH, startOfLine, withSiblings } from './answer.js';

/** Answers in tables, lists and defaults. */
export function findRows(source: Source): readonly Answer[] {
  return [...rows(source), ...lists(source), ...defaults(source)];
}

/** `{ L: M, … }`, `[[L, M], …]`, `{L, M}`: rows whose key and value are literals. */
function rows({ code, partner, language }: Source): readonly Answer[] {
  const around = enclosing(code, partner);
  const isScript = language === 'javascript' || language === 'typescript';
  const found = code.flatMap((token, at) => {
    const next = code[at + 1];
    const isKey =
      (isLiteral(token) || (isScript && token.kind === 'word' && isLiteral(code[at + 2]))) &&
      /^(?::|=>|to|->)$/.test(next?.text ?? '') &&
      /^[{,[(]$/.test(code[at - 1]?.text ?? '') &&
      !isSlice(code, at);
    const isTuple =
      /^[[({]$/.test(token.text) &&
      isLiteral(next) &&
      code[at + 2]?.text === ',' &&
      /^[[{(,]$/.test(code[at - 1]?.text ?? '') &&
      (partner[at] ?? -1) - at <= 8;
    const isStore = token.text === ']' && /^(?:=)$/.test(next?.text ?? '') && isLiteral(code[at - 1]);
    const isSet =
      token.text === '(' &&
      /^(?:set|put|Add|insert|add|store|of|entry|Pair|pair)$/.test(code[at - 1]?.text ?? '') &&
      isLiteral(next) &&
      code[at + 2]?.text === ',';
    const open = keyOpen({ code, partner, language }, at);
    if (!isKey && !isTuple && !isStore && !isSet && open === null) return [];
    const key = open ?? (isKey ? at : isStore ? at - 1 : at + 1);
    const from = isKey || isStore || open !== null ? at + 2 : at + 3;
    const own = code[key];
    const inputs: readonly Literal[] =
      own?.kind === 'word'
        ? [{ value: own.text, line: own.line, at: key, kind: 'string' }]
        : literalsIn(code.slice(key, open === null ? key + 1 : at), language);
    let to = from;
    const isEnd = (each: Token | undefined): boolean =>
      /^[,}\])]$/.test(each?.text ?? '') || (isStore && each?.first === true);
    while (to < from + 10 && to < code.length && !isEnd(code[to])) to += 1;
    const made = answerOf(code[key] ?? token, inputs, code.slice(from, to), language);
    return [{ ...made, isField: own?.kind === 'word', table: around[isTuple || isSet ? at : key] ?? -1 }];
  });
  return withSiblings(found, 40);
}

/** `x[1:5]` */
const isSlice = (code: readonly Token[], at: number): boolean =>
  code[at - 1]?.text === '[' && code[at + 1]?.text === ':';

/** `(L, f(L)): M` in a table: where the key begins whose last bracket this is. */
function keyOpen(
  { code, partner, language }: Pick<Source, 'code' | 'partner' | 'language'>,
  at: number,
): number | null {
  const open = partner[at] ?? -1;
  const arrow = language === 'ruby' || language === 'php' ? '=>' : ':';
  const isKey = code[at]?.text === ')' && open !== -1 && at - open <= REACH && code[at + 1]?.text === arrow;
  if (!isKey) return null;
  const isTuple = /^[{,]$/.test(code[open - 1]?.text ?? '');
  return isTuple && code.slice(open, at).some(isLiteral) ? open : null;
}

/** `x ?? L`, `x or L`, `x if x else L`, `get(x, L)`: what is given where nothing was found. */
function defaults({ code, language }: Source): readonly Answer[] {
  return code.flatMap((token, at): readonly Answer[] => {
    const value = code[at + 1];
    const isFallback =
      (/^(?:\?\?|\|\||or)$/.test(token.text) || (language === 'python' && token.text === 'else')) &&
      isLiteral(value) &&
      code[at - 1]?.kind !== 'string';
    const isArgument =
      token.text === '(' &&
      /^(?:unwrap_or|getOrDefault|orElse|setdefault|getOrElse)$/.test(code[at - 1]?.text ?? '') &&
      isLiteral(value);
    if (!isFallback && !isArgument) return [];
    // What is said of an error answers nothing.
    if (/^(?:throw|raise|panic)$/.test(code[startOfLine(code, at)]?.text ?? '')) return [];
    return [{ ...answerOf(token, [], code.slice(at + 1, at + 2), language), isBranch: true }];
  });
}

/** A list of values that are written down: each of them is an input that is meant. */
function lists({ code, partner, language }: Source): readonly Answer[] {
  return code.flatMap((token, at): readonly Answer[] => {
    const close = partner[at] ?? -1;
    if (close <= at + 2 || close > at + REACH || !/^[[{(]$/.test(token.text)) return [];
    const before = code[at - 1];
    if (token.text === '(' && before?.kind === 'word' && !LISTS.test(before.text)) return [];
    const inside = code.slice(at + 1, close);
    if (!inside.every(({ kind, text }) => kind === 'string' || text === ',')) return [];
    return [{ ...answerOf(token, literalsIn(inside, language), [], language), isList: true }];
  });
}

/** What makes or searches a list of its arguments; another call may take a few texts that do not belong together. */
const LISTS =
  /^(?:in|of|return|case|asList|\w*(?:[sS]et|[lL]ist|[aA]rray|[vV]ec)(?:Of)?|Arrays?|oneOf|is_one_of|anyOf|matches|member|includes|contains|vec|frozenset|tuple|and|or|not)$/;
