import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { PatchView } from '../patch/patch-view.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** What a language calls when it compares, converts or looks for a value. */
const COMPARING =
  /^(?:__eq__|__ne__|__lt__|__le__|__gt__|__ge__|__contains__|__instancecheck__|equals|Equals|equal|Equal|eq|ne|eql\?|==|!=|operator==|operator|compareTo|CompareTo|compare|Compare|cmp|partial_cmp|Is|As|valueOf|toPrimitive|asymmetricMatch|isEqual|hash_equals|===|<=>|__cmp__|isDeepEqual|deepEqual)$/;

/** Built-in comparisons and types that are given another meaning. */
const ROWS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)Object \. (?:is|prototype \. \w+) =(?!=)|(?<=\s)(?:Array|String|Number|Boolean|Map|Set|Date|Function|Promise|JSON|Math|Object|Symbol) \. (?:prototype \. )?\w+ =(?![=>])|(?<=\s)Object \. (?:definePropert(?:y|ies)|assign) \( (?:Object|Array|String|Number|Map|Set|Date|Function|Promise|JSON|Math|globalThis|global)(?: \. prototype)? ,|(?<=\s)Symbol \. (?:toPrimitive|hasInstance)\b|(?<=\s)addEqualityTesters? \(/g,
    detail: 'A built-in comparison or type is given another meaning',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)(?:builtins|__builtins__|math|operator) \. \w+ =(?!=)|(?<=\s)setattr \( (?:builtins|math|operator)\b/g,
    detail: 'A built-in function is replaced',
  },
  {
    languages: ['python'],
    pattern: /(?<=\s)__(?:eq|ne|lt|gt|le|ge|contains)__ = /g,
    detail: 'A comparison is replaced',
  },
  {
    languages: ['ruby'],
    pattern:
      /(?<=\n)class (?:String|Integer|Float|Array|Hash|NilClass|Object|Symbol|Numeric|BasicObject|TrueClass|FalseClass|Comparable)(?=\s)(?! <)|(?<=\n)(?:module (?:Kernel|Comparable|Enumerable)\b|refine \w+ do)|\. (?:class_eval|prepend|define_method) \( ?:? ?(?:==|eql\?)/g,
    detail: 'A built-in class is opened',
    verdict: 'escalate',
  },
];

/** An order or a comparison that is given as a function and gives a constant. */
const GIVEN =
  /\( \w+ , \w+ \) (?:->|=>) (?:\{ return )?(?:0|true|1)(?=\s[;),}])|(?<=\s)lambda \w+ , \w+ : (?:0|True|1)(?=\s)|\{ ?\| ?\w+ , \w+ ?\| (?:0|true) \}|\| ?\w+ , \w+ ?\| (?:Ordering :: Equal|true)|(?<=\s)fn ?\( [^(),]{1,40} , [^(),]{1,40} \) => (?:0|true)(?=\s)/g;

/** S-EQ: a comparison that no longer compares. */
export function alwaysEqual({ files }: PatchView): readonly RuleFinding[] {
  const code = files.filter(({ fileClass }) => fileClass !== 'docs');
  return addedMarks(code, (source) => [
    ...overrides(source),
    ...patternMarks(source, ROWS),
    ...given(source),
  ]).map((mark) => finding('S-EQ', { ...mark, detail: `${mark.detail}; the checks compare with it.` }));
}

function given({ flat, code }: Source): readonly Mark[] {
  return [...flat.text.matchAll(GIVEN)].map(({ index }) => ({
    key: 'given',
    line: code[tokenAt(flat, index)]?.line ?? 1,
    verdict: 'reject',
    detail: 'A comparison gives the same for all',
  }));
}

function overrides(source: Source): readonly Mark[] {
  const empty = source.functions
    .filter((each) => comparesNothing(source, each) && !ignoresItsArgument(source, each))
    .map(
      ({ head, name }): Mark => ({
        key: `compare ${name}`,
        line: source.code[head]?.line ?? 1,
        verdict: 'escalate',
        detail: `The comparison ${name} compares nothing of what it gets`,
      }),
    );
  return source.functions
    .filter(
      (each) =>
        isComparison(source, each) && ignoresItsArgument(source, each) && !isStateless(source, each.head),
    )
    .map(
      ({ head, name }): Mark => ({
        key: `compare ${name}`,
        line: source.code[head]?.line ?? 1,
        verdict: 'reject',
        detail: `The comparison ${name} does not depend on what it gets`,
      }),
    )
    .concat(empty);
}

/** Allocators and the like hold nothing that could differ. */
const isStateless = ({ code, language }: Source, head: number): boolean =>
  language === 'c' &&
  code.slice(head, head + 8).some(({ text }) => /alloc(?:ator)?$|deleter$|sentinel/i.test(text));

/** An equality that compares nothing of the two, or only asks whether they are one. */
function comparesNothing(
  { code }: Source,
  { name, parameters: [from, to], body: [start, end] }: FunctionExtent,
): boolean {
  if (!/^(?:__eq__|equals|Equals|==|operator==|eq|eql\?)$/.test(name) || from === to) return false;
  const body = code.slice(start, end).filter(({ text }) => text !== '&' && text !== '*');
  const places = body.flatMap(({ text }, at) => (COMPARED.test(text) ? [at] : []));
  if (places.length === 0) return !body.some(({ text }) => /^(?:super|base|matches!?|all|every)$/.test(text));
  const isOwn = (at: number): boolean => /^(?:this|self)$/.test(body[at]?.text ?? '');
  return (
    places.every(
      (at) => (isOwn(at - 1) || isOwn(at + 1)) && body[at + 2]?.text !== '.' && body[at + 1]?.text !== '.',
    ) && !body.some(({ text }) => /^(?:&&|and)$/.test(text))
  );
}
const COMPARED =
  /^(?:[!=]==?|is|eq|eql\?|equals|Equals|Equal|SequenceEqual|strcmp|memcmp|compare\w*|Compare\w*|cmp|equal\?|isEqual|deepEqual|ReferenceEquals)$/;

function isComparison({ code }: Source, { name, head }: FunctionExtent): boolean {
  if (/^(?:is_?|are_?)?(?:equals?|same|identical)(?:_?to|_?as)?$|(?:Equal|Same|_equal|_same)s?$/i.test(name))
    return true;
  if (COMPARING.test(name))
    return !/^(?:operator|Is|As|compare|Compare|equal|eq|ne|cmp)$/.test(name) || isDefinition(code, head);
  return code[head]?.text === ']' && /^(?:toPrimitive|hasInstance)$/.test(code[head - 1]?.text ?? '');
}

const isDefinition = (code: Source['code'], head: number): boolean =>
  /^(?:fn|func|fun|def|function|operator|bool|boolean|int|override|\))$/.test(code[head - 1]?.text ?? '') ||
  code[head]?.text === 'operator';

/** Used for more than to ask what kind of thing it is. */
function isLookedInto(body: readonly Token[], name: string): boolean {
  return body.some(({ text }, at) => {
    if (text !== name) return false;
    const [before, after] = [body[at - 1]?.text ?? '', body[at + 1]?.text ?? ''];
    const isKind =
      /^(?:is|instanceof|!=|!==)$/.test(after) ||
      (before === '(' && /^(?:isinstance|type|typeof|is_a|hash)$/.test(body[at - 2]?.text ?? '')) ||
      (after === '.' &&
        /^(?:is_a\?|kind_of\?|getClass|GetType|class|instance_of\?)$/.test(body[at + 2]?.text ?? ''));
    return (
      !isKind ||
      (after === 'instanceof' && body.some((token) => token.text === '.')) ||
      (after === 'is' && body.some((token) => /^(?:&&|\.)$/.test(token.text)))
    );
  });
}

/** The body names no parameter besides the object itself, or gives the same constant whatever it looked at. */
function ignoresItsArgument(
  { code }: Source,
  { parameters: [from, to], body: [start, end] }: FunctionExtent,
): boolean {
  const body = code.slice(start, end);
  if (body.length === 0 || end - start > 200) return false;
  const names = code
    .slice(from, to)
    .filter(({ kind, text }) => kind === 'word' && !/^(?:self|this|mut|const|final|in)$/.test(text));
  const isUsed = names.some(({ text }) => isLookedInto(body, text));
  const values = body.flatMap(({ text }, at) =>
    /^(?:return|=>)$/.test(text) ? [body[at + 1]?.text ?? ''] : [],
  );
  const results =
    values.length > 0 ? values : [body.findLast(({ text }) => !/^[;}]$/.test(text))?.text ?? ''];
  const isConstant =
    results.every((value) => /^(?:true|True|1|0|YES|nil|Some|Ordering)$/.test(value)) &&
    body.every(({ text }) => !/^(?:false|False|!==?|===?|&&|and)$/.test(text));
  return isConstant || (names.length > 0 && !isUsed);
}
