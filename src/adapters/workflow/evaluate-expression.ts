import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { ContextAccess, type FunctionCall, type IndexAccess, Star } from '@actions/expressions/ast';
import type { Context, Contexts, Data, Evaluation } from '../../verify/infer-gate/evaluate.js';

/** Contexts of a step, from GitHub's documentation of contexts. */
const CONTEXTS = 'github env vars job jobs steps runner secrets strategy matrix needs inputs'.split(' ');

/** Functions of a job's status, for a job in which everything went well so far. */
const STATUS: Readonly<Record<string, boolean>> = {
  success: true,
  always: true,
  failure: false,
  cancelled: false,
};

const FUNCTIONS = [...Object.keys(STATUS), 'hashFiles'].map((name) => ({ name, minArgs: 0, maxArgs: 255 }));

/** The expression needs something that only a runner knows. */
class NotKnown extends Error {}

/** Evaluates with GitHub's own rules; the first thing that is not known ends it, unless it is never reached. */
export function evaluateExpression(expression: string, contexts: Contexts): Evaluation {
  try {
    const tree = new Parser(new Lexer(expression).lex().tokens, CONTEXTS, FUNCTIONS).parse();
    return { kind: 'value', value: plainOf(new PartialEvaluator(tree, contexts).evaluate()) };
  } catch (error) {
    const name = error instanceof NotKnown ? error.message : `\${{ ${expression} }}`;
    return { kind: 'unknown', name };
  }
}

class PartialEvaluator extends Evaluator {
  readonly #contexts: Contexts;

  constructor(tree: ConstructorParameters<typeof Evaluator>[0], contexts: Contexts) {
    super(tree, new data.Dictionary());
    this.#contexts = contexts;
  }

  override visitContextAccess({ name }: ContextAccess) {
    const context = this.#contextOf(name.lexeme);
    if (!context.isComplete) throw new NotKnown(name.lexeme);
    return dataOf(context.known);
  }

  override visitIndexAccess(access: IndexAccess) {
    const { expr, index } = access;
    if (!(expr instanceof ContextAccess) || index instanceof Star) return super.visitIndexAccess(access);
    const { lexeme } = expr.name;
    const key = this.eval(index).coerceString();
    const { known, isComplete } = this.#contextOf(lexeme);
    const entry = Object.entries(known).find(([name]) => name.toLowerCase() === key.toLowerCase());
    if (entry === undefined && !isComplete) throw new NotKnown(`${lexeme}.${key}`);
    return dataOf(entry?.[1] ?? null);
  }

  override visitFunctionCall(call: FunctionCall) {
    const name = call.functionName.lexeme.toLowerCase();
    const status = STATUS[name];
    if (status !== undefined) return new data.BooleanData(status);
    if (name === 'hashfiles') throw new NotKnown('hashFiles()');
    return super.visitFunctionCall(call);
  }

  #contextOf(name: string): Context {
    return this.#contexts[name.toLowerCase()] ?? { known: {}, isComplete: false };
  }
}

type ExpressionData = ReturnType<Evaluator['evaluate']>;

function dataOf(value: Data): ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === 'string') return new data.StringData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(dataOf));
  return new data.Dictionary(...Object.entries(value).map(([key, each]) => ({ key, value: dataOf(each) })));
}

function plainOf(value: ExpressionData): Data {
  if (value instanceof data.Array) return value.values().map(plainOf);
  if (value instanceof data.Dictionary) {
    return Object.fromEntries(value.pairs().map(({ key, value: each }) => [key, plainOf(each)]));
  }
  return value instanceof data.Null ? null : value.value;
}
