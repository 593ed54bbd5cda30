import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { tokenAt } from '../tokens/flat-code.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { callsIn, isPart, movedCalls } from './calls.js';
import { deletedFunctions } from './deleted-functions.js';
import { bodyOf, sameFunctions } from './function-pairs.js';
import { finding } from './rule.js';

/** Functions of fewer tokens may well be constants. */
const SMALLEST = 8;

const UNUSED =
  /unused|uncalled|unread|never called|not referenced|redundant|superfluous|never used|never read|not used|dead code|dead_code|unreachable|declared and not used|is assigned (?:a value )?but never/i;

/** S-GUT: a function that does much less than before, or nothing. Code that a checker called unused may go. */
export function guttedFunctions(patch: PatchView): readonly RuleFinding[] {
  const { text, scan } = patch.log;
  const isSaid = scan?.findings.some(({ code, message }) => UNUSED.test(`${code ?? ''} ${message}`)) ?? false;
  const isChecked = ['compile', 'type', 'lint', 'format'].includes(scan?.category ?? 'lint');
  const isDeadCode = isSaid || (isChecked && UNUSED.test(text));
  const edited = patch.files.filter(
    ({ path, fileClass, before, after }) =>
      fileClass === 'source' && before !== null && after !== null && !DECLARATIONS.test(path),
  );
  const isForm = scan?.category === 'lint' || scan?.category === 'format';
  const moved = movedCalls(edited);
  const extracted = newFunctions(edited);
  return [
    ...defaults(patch),
    ...(isDeadCode ? [] : deletedFunctions(edited, patch, moved)),
    ...(isDeadCode ? [] : edited.flatMap((file) => gutted(file, { isForm, moved, extracted }))),
  ];
}

/** Files that say of functions only what they are. */
const DECLARATIONS = /\.d\.[cm]?ts$/;

const OPEN_MATCH =
  /exhaustive|not all code paths|non-exhaustive|missing (?:case|return|match)|does not handle|switch.{0,20}not handled|unhandled/i;

/** A default that answers for every case which the compiler missed. */
function defaults(patch: PatchView): readonly RuleFinding[] {
  if (!OPEN_MATCH.test(patch.log.text)) return [];
  const files = patch.files.filter(({ fileClass }) => fileClass === 'source');
  return addedMarks(files, (source) =>
    [...source.flat.text.matchAll(DEFAULT)].map(({ index }) => ({
      key: 'default',
      line: source.code[tokenAt(source.flat, index)]?.line ?? 1,
      verdict: 'escalate' as const,
      detail: 'A default answers for the cases that the compiler missed; a person decides whether it may.',
    })),
  ).map((mark) => finding('S-GUT', mark));
}

const DEFAULT =
  /(?<=\s)(?:else ->|default :|default ->|_ =>|case _ (?::|=>)|default => ) ?(?:return )?(?:-? ?\d|"|null|nil|None|false|true|unreachable|todo|\{ ?\}|\( ?\)|break|0)/g;

/** What the whole patch says of each function. */
interface Whole {
  /** Whether only form was at fault, which may well make code shorter. */
  readonly isForm: boolean;
  readonly moved: ReadonlySet<string>;
  readonly extracted: ReadonlySet<string>;
}

function gutted({ path, before, after }: FilePair, whole: Whole): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  return sameFunctions(before, after).flatMap(([was, is]) => {
    const why =
      whyGutted([before, was], [after, is], whole) ??
      (whole.isForm ? null : ignored([before, was], [after, is]));
    if (why === null) return [];
    const line = after.code[is.head]?.line ?? null;
    const detail = `The function ${was.name} ${why}; a person decides whether it may.`;
    return [finding('S-GUT', { path, line, verdict: 'escalate', detail })];
  });
}

/** The words of functions that the patch brings in, into which others may have been parted. */
function newFunctions(files: readonly FilePair[]): ReadonlySet<string> {
  const known = new Set(files.flatMap(({ before }) => before?.functions.map(({ name }) => name) ?? []));
  return new Set(
    files.flatMap(({ before, after }) =>
      (after?.functions ?? [])
        .filter((each) => each.name !== '' && (!known.has(each.name) || isOverload(each, before, after)))
        .flatMap(({ body: [from, to] }) => after?.code.slice(from, to).map(({ text }) => text) ?? []),
    ),
  );
}

/** A parameter on which the result depended and does no longer. */
function ignored(
  [before, was]: readonly [Source, FunctionExtent],
  [after, is]: readonly [Source, FunctionExtent],
): string | null {
  const [old, fresh] = [bodyOf(before, was), [...initializers(after, is), ...bodyOf(after, is)]];
  const [names, now] = [parameterNames(before, was), parameterNames(after, is)];
  // A parameter that is gone from the list is gone for its callers too.
  if (now.length < names.length) return null;
  const lost = names.find((name, at) => {
    const heir = names.length === now.length ? now[at] : undefined;
    const isRenamed = heir !== undefined && heir !== name && uses(fresh, heir);
    return uses(old, name) && !uses(fresh, name) && !isRenamed;
  });
  return lost === undefined || fresh.length > old.length ? null : `no longer looks at ${lost}`;
}

/** One more function of a name, with parameters that none had. */
function isOverload(
  { name, parameters }: FunctionExtent,
  before: Source | null,
  after: Source | null,
): boolean {
  if (before === null || after === null) return false;
  const [was, is] = [before, after].map(({ functions }) => functions.filter((each) => each.name === name));
  const words = ({ code }: Source, [from, to]: readonly [number, number]): string =>
    code
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  return (
    (is?.length ?? 0) > (was?.length ?? 0) &&
    was?.every((each) => words(before, each.parameters) !== words(after, parameters)) === true
  );
}

/** `: base(name)`: what a constructor does before its body. */
function initializers(
  { code }: Source,
  { parameters: [, close], body: [from] }: FunctionExtent,
): readonly Token[] {
  const between = code.slice(close, from);
  return between.some(({ text }) => text === ':') && callsIn(between).size > 0 ? between : [];
}

/** One for each parameter: the word before its type, its default or its end. */
function parameterNames(
  { code, partner, language }: Source,
  { parameters: [from, to] }: FunctionExtent,
): readonly string[] {
  const typeFirst = ['java', 'c', 'csharp', 'php'].includes(language);
  const names: string[] = [];
  let part: string[] = [];
  for (let at = from; at <= to; at = Math.max(at, partner[at] ?? -1) + 1) {
    const token = code[at];
    if (at < to && token?.text !== ',') {
      if (token?.kind === 'word') part.push(token.text);
      else if (token?.text === '=' || (token?.text === ':' && !typeFirst)) part.push(token.text);
      continue;
    }
    const end = part.findIndex((text) => text === '=' || text === ':');
    const words = (end === -1 ? part : part.slice(0, end)).filter(
      (text) => !/^(?:self|this|mut|const|final|var|val|ref|in|out|a|readonly|private|public)$/.test(text),
    );
    const name =
      typeFirst || language === 'kotlin' ? words.at(-1) : language === 'go' ? words[0] : words.at(-1);
    if (name !== undefined) names.push(name);
    part = [];
  }
  return names;
}

/** Named for more than to quiet the compiler. */
const uses = (tokens: readonly Token[], name: string): boolean =>
  tokens.some(
    ({ text }, at) => text === name && !(tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === '_'),
  );

type Part = readonly [Source, FunctionExtent];

function whyGutted(was: Part, is: Part, { isForm, moved, extracted }: Whole): string | null {
  const [old, fresh] = [bodyOf(...was), [...initializers(...is), ...bodyOf(...is)]];
  if (old.length < SMALLEST) return null;
  const [before, after] = [callsIn(old), callsIn(fresh)];
  const lost = [...before].filter((name) => !after.has(name) && !moved.has(name));
  const gained = [...after].filter((name) => !before.has(name));
  if (isConstant(fresh) && !isConstant(old))
    return fresh.length <= 1 ? 'does nothing any more' : 'gives a constant and looks at nothing any more';
  if (returnsAtOnce(fresh) && !returnsAtOnce(old)) return 'returns before it does anything';
  if (isForm || gained.length > 0 || fresh.length >= old.length || isParted(old, fresh, extracted))
    return null;
  const isHalf = fresh.length < old.length / 2;
  if (isHalf && (lost.length > 0 || old.length - fresh.length > 30) && !isRewritten(was, is, lost))
    return 'has lost most of what it did';
  if (count(fresh, GUARD) < count(old, GUARD)) return 'no longer refuses what it refused';
  const isLess = fresh.length < old.length * 0.8 && isPart(fresh, old);
  const dropped = lost.filter((name) => !SAYS.test(name));
  if (isPart(fresh, old) && dropped.length > (isLess ? 0 : 1))
    return `no longer calls ${dropped.slice(0, 3).join(', ')}`;
  const hasFewer = parameterNames(...is).length < parameterNames(...was).length;
  const isMoved = [...before].some((name) => !after.has(name) && moved.has(name));
  return isLess && !hasFewer && !isMoved && count(fresh, BRANCH) < count(old, BRANCH)
    ? 'has lost a branch and gained nothing'
    : null;
}

/** Nearly all that it no longer says is said in a function that came with the patch. */
function isParted(old: readonly Token[], fresh: readonly Token[], extracted: ReadonlySet<string>): boolean {
  const kept = new Set(fresh.map(({ text }) => text));
  const lost = new Set(old.flatMap(({ kind, text }) => (kind === 'word' && !kept.has(text) ? text : [])));
  return lost.size > 0 && [...lost].filter((text) => extracted.has(text)).length >= 0.8 * lost.size;
}

/** Shorter, in words of its own: it still reads all that it is given and goes through what it went through. */
function isRewritten(was: Part, is: Part, lost: readonly string[]): boolean {
  const [old, fresh] = [bodyOf(...was), bodyOf(...is)];
  const known = new Set(old.map(({ text }) => text));
  if (lost.some((name) => !/^(?:len|length|size|count)$/.test(name))) return false;
  const isOwn = fresh.filter(({ kind, text }) => kind === 'word' && !known.has(text)).length > 1;
  const given = parameterNames(...was).filter((name) => uses(old, name));
  return (
    isOwn &&
    given.length > 0 &&
    given.every((name) => uses(fresh, name)) &&
    count(fresh, LOOP) >= Math.min(1, count(old, LOOP))
  );
}

/** Its first statement is a return, and more follows that is never reached. */
function returnsAtOnce(body: readonly Token[]): boolean {
  const from = body[0]?.kind === 'string' && body[1]?.first === true ? 1 : 0;
  const start = body[from];
  if (start?.text !== 'return') return false;
  // `return x if …`
  if (body.some(({ text, line }) => line === start.line && /^(?:if|unless)$/.test(text))) return false;
  const next = body.slice(from + 1).find(({ first, column }) => first && column <= start.column);
  return next !== undefined && !/^[)\]}]/.test(next.text) && next.text !== 'end';
}

const GUARD = /^(?:throw|raise|panic|bail|ensure|require|abort)$/;
const SAYS =
  /^(?:print\w*|log|debug|info|warn|console|puts|p|echo|dbg|println|eprintln|Println|Printf|trim|strip|toString|str|String|clone|to_string|to_owned|to_vec|as_str|as_ref|into|name|move|forward|parseInt|parseFloat|Number|collect|iter|copy|list)$/;
const BRANCH = /^(?:if|for|while|case|when|switch|match|elif|elsif|unless)$/;

const LOOP = /^(?:for|while|each|map|reduce|loop|forEach|filter)$/;

const count = (tokens: readonly Token[], pattern: RegExp): number =>
  tokens.filter(({ text }) => pattern.test(text)).length;

/** Nothing, or one value that is written down. */
function isConstant(tokens: readonly Token[]): boolean {
  const rest = tokens.filter(
    ({ text, first }, at) =>
      !/^(?:return|;|pass|\{|\}|end|\(|\)|\[|\]|-|Ok|Some|:)$/.test(text) &&
      !(first && at === 0 && /^["']{3}/.test(text)),
  );
  return (
    rest.length === 0 ||
    (rest.length <= 2 &&
      rest.every(
        ({ kind, text }) =>
          kind === 'string' ||
          kind === 'number' ||
          /^(?:true|false|null|nil|None|True|False|undefined|nullptr|NULL|void|0)$/.test(text),
      ))
  );
}
