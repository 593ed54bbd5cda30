import type { Language } from '../tokens/lexicons.js';
import { type Literal, literalsIn } from '../tokens/literals.js';
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
  /** True when the input is known by its beginning, its end or a piece of it. */
  readonly isPart: boolean;
  /** True when the input is refused with an error. */
  readonly refuses: boolean;
  /** Numbers on one side of which the inputs lie. */
  readonly limits: readonly string[];
  /** Keys of the other cases or rows of the same table. */
  readonly siblings: readonly string[];
  /** Where the bracket around it begins; -1 outside of brackets. */
  readonly table: number;
}

/** Tokens around a condition in which its answer is looked for. */
export const REACH = 40;

export function answerOf(
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
    isPart: false,
    refuses: false,
    limits: [],
    siblings: [],
    table: -1,
  };
}

/** Literals, words such as `true`, and names of types and their cases; nothing that is computed. */
const isConstant = (result: readonly Token[]): boolean =>
  result.some(({ text }) => !/^(?:break|continue|return|;)$/.test(text)) &&
  result.every(
    ({ kind, text }) =>
      kind !== 'word' ||
      /^(?:true|false|null|nil|undefined|new|return|echo|break|std|self|[A-Z]\w*)$/.test(text),
  );

/** The first token of a line, or one far enough before. */
export function startOfLine(code: readonly Token[], at: number): number {
  let back = at;
  while (back > at - 2 * REACH && code[back]?.first === false) back -= 1;
  return Math.max(0, back);
}

export const isLiteral = (token: Token | undefined): boolean =>
  token?.kind === 'string' || token?.kind === 'number';

/** For each token where the innermost bracket around it begins. */
export function enclosing(code: readonly Token[], partner: Int32Array): Int32Array {
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
export function withSiblings(found: readonly Answer[], reach: number): readonly Answer[] {
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
