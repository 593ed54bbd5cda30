import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { effectiveBody, passesOn } from './passes-on.js';

/** A clause that catches errors. */
export interface Handler {
  readonly line: number;
  /** Names of the errors that it catches. */
  readonly types: readonly string[];
  /** True when it catches whatever comes. */
  readonly isBroad: boolean;
  readonly isEmpty: boolean;
  /** It throws, says the error, hands it on, or ends the program with a failure. */
  readonly passesOn: boolean;
  /** All that it does is to give one value that is written down. */
  readonly isConstant: boolean;
  /** It answers yes or no. */
  readonly isAnswer: boolean;
  /** What it watches is one statement or two. */
  readonly isSmall: boolean;
  /** What it watches reads foreign text, which may fail and has a documented way to say so. */
  readonly guardsParser: boolean;
  /** The language lets it name the errors that it means. */
  readonly couldBeNarrow: boolean;
  /** It stands in another handler, which has its own error to tell. */
  readonly isNested: boolean;
  /** What it watches is the whole body of a function. */
  readonly wrapsBody: boolean;
}

const PARSER =
  /\b(?:JSON|URL|BigInt|RegExp|Date|decodeURIComponent|decodeURI|atob|Buffer|parse\w*|Parse\w*|loads|int|float|Decimal|strptime|fromisoformat|readFile\w*|readFileSync|statSync|accessSync|access|stat|unlink\w*|mkdir\w*|require|import|fetch|open|valueOf|parseInt|Integer|Float|json_decode|stoi|stol|stod|from_str|decode|resolve|DateTime\w*|LocalDate\w*|Date|Time|Uri|URI|InetAddress|Guid|Version|import_module|realpath|connect|close|localStorage|structuredClone)\b/;

export function findHandlers(source: Source): readonly Handler[] {
  switch (source.language) {
    case 'python':
      return indented(source, /^except$/, /^try$/);
    case 'ruby':
      return indented(source, /^rescue$/, /^(?:begin|def)$/);
    default:
      return braced(source);
  }
}

/** Where bodies end, by where they begin. */
function bodyEnds(functions: Source['functions']): ReadonlyMap<number, readonly number[]> {
  const ends = new Map<number, number[]>();
  for (const { body } of functions) ends.set(body[0], [...(ends.get(body[0]) ?? []), body[1]]);
  return ends;
}

/** `try { … } catch (e) { … }`. */
function braced({ code, partner, functions, language }: Source): readonly Handler[] {
  const bodies = bodyEnds(functions);
  // Ends of the handlers around, which have an error to tell.
  const around: number[] = [];
  return code.flatMap((token, at): readonly Handler[] => {
    if (token.text !== 'catch' || code[at - 1]?.text !== '}') return [];
    const hasParameter = code[at + 1]?.text === '(';
    const parameter = hasParameter ? code.slice(at + 2, partner[at + 1]) : [];
    let open = hasParameter ? (partner[at + 1] ?? at) + 1 : at + 1;
    while (open < at + 30 && code[open]?.text !== '{') open += 1;
    const close = partner[open] ?? -1;
    if (close < open) return [];
    const start = partner[at - 1] ?? -1;
    const watched = start < 0 ? [] : code.slice(start + 1, at - 1);
    const wrapsBody = [0, 1, 2].some((gap) =>
      bodies.get(start - gap)?.some((to) => to - close <= 2 && to >= close),
    );
    const isNarrowable = language !== 'javascript' && language !== 'typescript';
    while ((around.at(-1) ?? at) < at) around.pop();
    const isNested = around.length > 0;
    const handler = handlerOf({
      token,
      types: typesOf(parameter),
      name: nameIn(parameter, language),
      body: code.slice(open + 1, close),
      watched,
      wrapsBody,
      isNested,
      couldBeNarrow: isNarrowable,
    });
    if (handler.passesOn) around.push(close);
    return [handler];
  });
}

/** `try: … except E: …` and `begin … rescue E => e … end`, told by indentation. */
function indented({ code, functions }: Source, word: RegExp, opener: RegExp): readonly Handler[] {
  const bodies = bodyEnds(functions);
  return code.flatMap((token, at): readonly Handler[] => {
    if (!token.first || !word.test(token.text)) return [];
    let head = at + 1;
    while (head < code.length && code[head]?.line === token.line && code[head]?.text !== ':') head += 1;
    const body = blockFrom(code, head, token.column);
    let back = at - 1;
    while (
      back >= 0 &&
      !(code[back]?.first && (code[back]?.column ?? 0) <= token.column && opener.test(code[back]?.text ?? ''))
    )
      back -= 1;
    const watched = code.slice(back + 1, at).filter(({ line }) => line > (code[back]?.line ?? 0));
    const wrapsBody = [-2, -1, 0, 1, 2].some((gap) =>
      bodies.get(back - gap)?.some((to) => to - (head + body.length) <= 3),
    );
    return [
      handlerOf({
        token,
        types: typesOf(code.slice(at + 1, head)),
        name: nameAfter(code.slice(at + 1, head)),
        body,
        watched,
        wrapsBody,
        isNested: false,
        couldBeNarrow: true,
      }),
    ];
  });
}

function blockFrom(code: readonly Token[], from: number, column: number): readonly Token[] {
  let to = from;
  while (to < code.length && !(code[to]?.first === true && (code[to]?.column ?? 0) <= column)) to += 1;
  return code.slice(from, to).filter(({ text }) => text !== ':');
}

/** Names with a capital, and their variable left out. */
const typesOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter(({ kind, text }) => kind === 'word' && /^[A-Z]/.test(text)).map(({ text }) => text);

/** `(error)`, `(IOException | Fault error)`, `(e: IOException)`, `(Exception $e)`. */
function nameIn(parameter: readonly Token[], language: Source['language']): string | undefined {
  const words = parameter.filter(({ kind }) => kind === 'word');
  const isFirst = language === 'kotlin' || language === 'typescript' || language === 'javascript';
  const name = isFirst ? words[0] : words.length > 1 || language === 'php' ? words.at(-1) : undefined;
  return name === undefined || /^_|^[A-Z]/.test(name.text) ? undefined : name.text;
}

/** `E as error` and `E => error`. */
function nameAfter(clause: readonly Token[]): string | undefined {
  const at = clause.findIndex(({ text }) => text === 'as' || text === '=>');
  const name = at === -1 ? undefined : clause[at + 1]?.text;
  return name === undefined || name.startsWith('_') ? undefined : name;
}

const ANY = /^(?:Exception|BaseException|Throwable|RuntimeException|StandardError|Error|Object|any|unknown)$/;

interface Clause {
  readonly token: Token;
  /** What the handler calls the error. */
  readonly name: string | undefined;
  readonly types: readonly string[];
  readonly body: readonly Token[];
  readonly watched: readonly Token[];
  readonly wrapsBody: boolean;
  readonly isNested: boolean;
  readonly couldBeNarrow: boolean;
}

function handlerOf({ token, name, types, body, watched, ...rest }: Clause): Handler {
  const effective = effectiveBody(body);
  return {
    line: token.line,
    types: types.filter((type) => !ANY.test(type)),
    isBroad: types.length === 0 || types.some((type) => ANY.test(type)),
    isEmpty: effective.every(({ text }) => /^(?:pass|;|\.\.\.|continue|undefined|end)$/.test(text)),
    passesOn: passesOn(effective, name),
    isConstant: effective.every(
      ({ kind, text }, at) =>
        kind !== 'word' ||
        effective[at + 1]?.text === '=' ||
        /^(?:return|true|false|null|nil|None|True|False|undefined|end|new|array)$/.test(text),
    ),
    isAnswer: effective.every(({ text }) => /^(?:return|true|false|True|False|;|end)$/.test(text)),
    isSmall: watched.filter(({ first }) => first).length <= 2,
    guardsParser: watched.some(({ text }) => PARSER.test(text)),
    ...rest,
  };
}
