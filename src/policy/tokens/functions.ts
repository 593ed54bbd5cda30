import type { Language } from './lexicons.js';
import type { Token } from './token.js';

/** A function's place among the tokens: its parameters and its body, each from its first token to after its last. */
export interface FunctionExtent {
  /** Empty when it has none. */
  readonly name: string;
  readonly head: number;
  readonly parameters: readonly [number, number];
  readonly body: readonly [number, number];
}

/** Words that look like a call and begin no function. */
const NOT_A_NAME = new Set(
  'if for while switch catch match when elif return with foreach using lock fixed unless until synchronized sizeof constexpr decltype noexcept requires alignas alignof static_assert'.split(
    ' ',
  ),
);
/** What may stand between a parameter list and its body: a type, what it throws, an arrow. */
const BETWEEN = /^(?:[\p{L}_$?][\p{L}\p{N}_$?]*|[:<>,&*?|.]|->|=>|::|\d+|'.*)$/u;
const FARTHEST = 40;

export function findFunctions(
  code: readonly Token[],
  partner: Int32Array,
  language: Language,
): readonly FunctionExtent[] {
  if (language === 'python') return indented(code, partner, 'def');
  if (language === 'ruby') return indented(code, partner, 'def');
  return braced(code, partner, language);
}

function braced(code: readonly Token[], partner: Int32Array, language: Language): readonly FunctionExtent[] {
  const found: FunctionExtent[] = [];
  const ends = expressionEnds(code, partner);
  const isScript = language === 'javascript' || language === 'typescript';
  for (const [at, token] of code.entries()) {
    if (token.kind !== 'mark') continue;
    if (isScript && token.text === '=>' && code[at - 1]?.kind === 'word') {
      const body = bodyAfter(code, partner, ends, at);
      const name = assignedName(code, at - 1);
      if (body !== null) found.push({ name, head: at - 1, parameters: [at - 1, at], body });
    }
    const close = partner[at] ?? -1;
    if (token.text !== '(' || close <= at || isNoParameterList(code, at, close)) continue;
    if (KEYWORD[language] !== undefined && !isDeclared(code, at, KEYWORD[language])) continue;
    if (isScript && isCalled(code, at)) continue;
    const body = bodyAfter(code, partner, ends, close + 1);
    if (body === null) continue;
    const name = nameBefore(code, at);
    found.push({
      name: name?.value ?? assignedName(code, at),
      head: at - 1,
      parameters: [at + 1, close],
      body,
    });
  }
  return found;
}

/** Where a condition needs no brackets, only this word tells a function from a call before a block. */
const KEYWORD: Readonly<Partial<Record<Language, string>>> = { go: 'func', rust: 'fn', kotlin: 'fun' };

function isDeclared(code: readonly Token[], at: number, keyword: string): boolean {
  for (let back = at - 1; back > at - FARTHEST && back >= 0; back -= 1) {
    const text = code[back]?.text ?? '';
    if (text === keyword || text === 'constructor') return true;
    if (/^[;{}=]$/.test(text)) return false;
  }
  return false;
}

/** A condition, Go's receiver, the results after its parameters, or Rust's type of a function. */
function isNoParameterList(code: readonly Token[], at: number, close: number): boolean {
  const before = code[at - 1];
  if (before?.text === ')') return true;
  if (before?.kind !== 'word') return false;
  if (/^(?:Fn|FnMut|FnOnce)$/.test(before.text)) return code[at - 2]?.text !== 'fn';
  return NOT_A_NAME.has(before.text) || (before.text === 'func' && code[close + 1]?.kind === 'word');
}

/** `x ? Object.assign(y, z) : { … }`: a call, after which no type of a result stands. */
const isCalled = (code: readonly Token[], at: number): boolean =>
  code[at - 1]?.kind === 'word' && /^(?:\.|\?\.|\?|case|await|new)$/.test(code[at - 2]?.text ?? '');

/** The word before the parameters, also before those for types: `total<T>(`. */
function nameBefore(code: readonly Token[], at: number): Token | null {
  let back = at - 1;
  if (code[back]?.text === '>') {
    for (let depth = 0; back > at - FARTHEST; back -= 1) {
      if (code[back]?.text === '>') depth += 1;
      else if (code[back]?.text === '<') depth -= 1;
      if (depth === 0) break;
    }
    back -= 1;
  }
  const name = code[back];
  // `operator==(…)`
  if (code[back - 1]?.text === 'operator' && name?.kind === 'mark') return name;
  if (name?.kind === 'string' && name.text.startsWith('`')) return name;
  return name?.kind === 'word' && !/^(?:function|func|async|return)$/.test(name.text) ? name : null;
}

/** `const total = (items) =>` and `total: function (items)`. */
function assignedName(code: readonly Token[], at: number): string {
  let back = at - 1;
  while (/^(?:async|function|=|:|:=|func)$/.test(code[back]?.text ?? '')) back -= 1;
  const name = code[back];
  return back < at - 1 && name?.kind === 'word' ? name.text : '';
}

function bodyAfter(
  code: readonly Token[],
  partner: Int32Array,
  ends: Int32Array,
  from: number,
): readonly [number, number] | null {
  for (let at = from, arrow = false; at < Math.min(code.length, from + FARTHEST); at += 1) {
    const token = code[at];
    const close = partner[at] ?? -1;
    if (token === undefined) return null;
    if (token.text === '{' && close > at) return [at + 1, close];
    if (arrow) return [at, ends[at] ?? at];
    if (token.text === '=>' || (token.text === '=' && isKotlinHead(code, from))) arrow = true;
    else if ((token.text === '(' || token.text === '[') && close > at) at = close;
    else if (!BETWEEN.test(token.text)) return null;
  }
  return null;
}

function isKotlinHead(code: readonly Token[], from: number): boolean {
  const line = code[from - 1]?.line;
  for (let at = from - 1; at >= 0 && code[at]?.line === line; at -= 1) {
    if (code[at]?.text === 'fun') return true;
  }
  return false;
}

/** For each token where an expression that begins with it ends: the next comma or closing bracket, or the line's end. */
function expressionEnds(code: readonly Token[], partner: Int32Array): Int32Array {
  const ends = new Int32Array(code.length);
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const next = Math.max(at, partner[at] ?? -1) + 1;
    const after = code[next];
    if (/^[,;)\]}]$/.test(code[at]?.text ?? '')) ends[at] = at;
    else if (after === undefined || (after.first && !CONTINUES.test(after.text))) ends[at] = next;
    else ends[at] = ends[next] ?? next;
  }
  return ends;
}

/** How a line begins that goes on with the one before. */
const CONTINUES = /^(?:[.?:+\-*/,;)\]}]|\?\.|&&|\|\||\?\?)$/;

/** Languages whose layout shows where a function ends. */
function indented(code: readonly Token[], partner: Int32Array, word: string): readonly FunctionExtent[] {
  const found: FunctionExtent[] = [];
  const open: { at: number; column: number }[] = [];
  const end = (at: number, column: number) => {
    while ((open.at(-1)?.column ?? -1) >= column) {
      const { at: head } = open.pop() as { at: number };
      const extent = extentOf(code, partner, head, at);
      if (extent !== null) found.push(extent);
    }
  };
  for (const [at, token] of code.entries()) {
    if (token.first && !isInsideBrackets(code, at)) end(at, token.column);
    if (token.kind === 'word' && token.text === word && code[at + 1] !== undefined)
      open.push({ at, column: lineColumn(code, at) });
  }
  end(code.length, 0);
  return found.sort((a, b) => a.head - b.head);
}

/** A line that only closes brackets, or that goes on inside them, ends no function. */
function isInsideBrackets(code: readonly Token[], at: number): boolean {
  return /^[)\]}]$/.test(code[at]?.text ?? '');
}

function lineColumn(code: readonly Token[], at: number): number {
  let back = at;
  while (code[back]?.first === false) back -= 1;
  return code[back]?.column ?? 0;
}

function extentOf(
  code: readonly Token[],
  partner: Int32Array,
  head: number,
  end: number,
): FunctionExtent | null {
  let last = head + 1;
  while (code[last + 1]?.text === '.' && code[last + 2]?.first === false) last += 2;
  const name = code[last]?.text ?? '';
  const isListed = code[last + 1]?.text === '(';
  const close = isListed ? (partner[last + 1] ?? -1) : last;
  if (close === -1) return null;
  let body = close + 1;
  const line = code[close]?.line;
  const hasColon = code
    .slice(body, body + FARTHEST)
    .some(({ text, line: own }) => own === line && text === ':');
  while (hasColon && code[body]?.text !== ':') body += 1;
  if (code[body]?.text === ':') body += 1;
  return { name, head, parameters: isListed ? [last + 2, close] : [last + 1, last + 1], body: [body, end] };
}
