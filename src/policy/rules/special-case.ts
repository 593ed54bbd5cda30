import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { Literal } from '../tokens/literals.js';
import type { Answer } from './answer.js';
import { findAnswers } from './find-answers.js';
import { knownAtBase } from './known-at-base.js';
import { finding } from './rule.js';
import { type Told, toldByTests } from './told-by-tests.js';

/** Values that stand everywhere and prove nothing. */
const COMMON = /^(?:-?[0-2]|-1|10|16|60|100|1000|24|0\.0|1\.0|0\.5|)$/;

/** S-SPECIAL: an answer that is written down for the very input of the failing test. */
export function specialCase(patch: PatchView): readonly RuleFinding[] {
  const told = toldByTests(patch);
  const known = knownAtBase(patch);
  return patch.files
    .filter(({ fileClass, after }) => fileClass === 'source' && after !== null)
    .flatMap((file) => judgeFile(file, told, known));
}

/** More answers in one patch are a table of data, of which the first ones tell enough. */
const MOST_ANSWERS = 300;
/** A table of so many rows, few of which the tests name, lists what is known of the trade. */
const LONG_TABLE = 20;

function judgeFile(
  { path, after, before, added }: FilePair,
  told: Told,
  known: ReadonlySet<string>,
): readonly RuleFinding[] {
  if (after === null) return [];
  const old = new Set(before === null ? [] : findAnswers(before).map(({ key }) => key));
  const words = new Set([...old].map(wordsOf));
  const all = findAnswers(after);
  const fresh = all.filter(
    (answer) => added.has(answer.line) && !old.has(answer.key) && !isRefusal(answer, known),
  );
  if (told.values.size === 0)
    return unasked(
      path,
      fresh.filter((answer) => isOnItsOwn(answer, old)),
      known,
    );
  const suspects = fresh.slice(0, MOST_ANSWERS).flatMap((answer) => {
    const spelled = wordsOf(answer.key);
    const isRespelled =
      /\w/.test(spelled) && words.has(spelled) && answer.inputs.some(({ value }) => isTold(value, told));
    const verdict = isOnItsOwn(answer, old)
      ? verdictOf(answer, told, known)
      : isRespelled
        ? 'escalate'
        : null;
    return verdict === null ? [] : [{ answer, verdict }];
  });
  // One answer may be a case of the trade; several that are no names are a table of what is asked.
  const rows = suspects.filter(
    ({ answer }) => !isLimit(answer, known) && [...answer.inputs, ...answer.outputs].some(isSpecific),
  );
  // One name that has a value in each of several records is no table.
  const isTable =
    new Set(rows.map(({ answer }) => answer.inputs.map(({ value }) => value).join(' '))).size > 1;
  const isOfTrade = ({ table }: Answer): boolean => {
    const rows = all.filter((each) => table !== -1 && each.table === table).length;
    const asked = suspects.filter(({ answer }) => answer.table === table).length;
    return rows >= LONG_TABLE && asked * 4 < rows;
  };
  return suspects.map(({ answer, answer: { inputs, outputs, line }, verdict }) =>
    finding('S-SPECIAL', {
      path,
      line,
      verdict: isOfTrade(answer) ? 'escalate' : isTable && !isLimit(answer, known) ? 'reject' : verdict,
      detail: `The answer ${shown(outputs)} is written down for ${shown(inputs)}, as the failing test has them; compute it for every input.`,
    }),
  );
}

/** Neither test nor log is at hand: what answers one input with a constant of its own is for a person to compare. */
function unasked(
  path: string,
  answers: readonly Answer[],
  known: ReadonlySet<string>,
): readonly RuleFinding[] {
  const isFresh = (each: Literal): boolean => !COMMON.test(each.value) && !known.has(each.value);
  return answers
    .filter((answer) => !isLimit(answer, known))
    .filter(
      ({ gives, inputs, outputs, isField }) =>
        gives === 'constant' &&
        !isField &&
        !(outputs.length > 0 && outputs.every(({ value }) => inputs.some((each) => each.value === value))) &&
        inputs.some(isFresh) &&
        (inputs.some((each) => isFresh(each) && isSpecific(each)) ||
          outputs.some((each) => isFresh(each) && isRare(each))),
    )
    .map(({ inputs, outputs, line }) =>
      finding('S-SPECIAL', {
        path,
        line,
        verdict: 'escalate',
        detail: `The answer ${shown(outputs)} is written down for ${shown(inputs)}; a person compares them with the tests.`,
      }),
    );
}

/** No further row of a table that was there; a field of a record names no input unless the whole table is new. */
function isOnItsOwn({ siblings, isField }: Answer, old: ReadonlySet<string>): boolean {
  const kept = siblings.filter((each) => old.has(each)).length;
  return isField ? kept === 0 && siblings.length > 0 : kept < 2;
}

/** The same row in another spelling is the same row once more. */
const wordsOf = (key: string): string => key.toLowerCase().replaceAll(/[^\w=>]/g, '');

const shown = (literals: readonly Literal[]): string =>
  literals
    .slice(0, 3)
    .map(({ value }) => JSON.stringify(value))
    .join(', ') || 'a constant';

type Suspicion = 'reject' | 'escalate' | null;

function verdictOf(answer: Answer, told: Told, known: ReadonlySet<string>): Suspicion {
  if (answer.isList) return isListOfInputs(answer.inputs, told, known);
  if (isEcho(answer)) return null;
  const found = [byForm(answer, told, known), byValue(answer, told, known)];
  if (!found.includes('reject')) return found.includes('escalate') ? 'escalate' : null;
  return answer.refuses || isLimit(answer, known) ? 'escalate' : 'reject';
}

/** A piece or a name that is asked for and handed on, such as an ending or an event. */
const isEcho = ({ inputs, outputs, isPart }: Answer): boolean =>
  outputs.length > 0 &&
  outputs.every(
    ({ value }) =>
      inputs.some((each) => each.value === value || (isPart && bareOf(each.value) === value)) &&
      (isName(value) || (isPart && /^\W?\w{1,5}$/.test(value))),
  );

const bareOf = (value: string): string => value.replaceAll(/^\W|\W$/g, '');

/** Inputs beyond a limit are many, of which the tests have some. */
const isLimit = ({ inputs, limits }: Answer, known: ReadonlySet<string>): boolean =>
  limits.length > 0 && inputs.every((each) => limits.includes(each.value) || isPlain(each, known));

/** To refuse what is named, or what the source knew, is no answer. */
const isRefusal = ({ refuses, inputs }: Answer, known: ReadonlySet<string>): boolean =>
  refuses && inputs.every(({ value }) => known.has(value) || /^[A-Za-z][A-Za-z_-]*$/.test(value));

/** The input is not named, but known by its length, its hash or another sum of it. */
function byForm(
  { inputs, outputs, gives, measures, hides, isBranch, isField }: Answer,
  told: Told,
  known: ReadonlySet<string>,
): Suspicion {
  const isExpected = outputs.some(
    (each) => isSpecific(each) && isTold(each.value, told) && !known.has(each.value),
  );
  const isConstant = gives === 'constant';
  const isMeant = inputs.some(({ value }) => !COMMON.test(value) && value.length > 1);
  if (hides && isMeant && (isConstant || isExpected)) return isExpected ? 'reject' : 'escalate';
  if (measures && isExpected && outputs.length > 1) return 'reject';
  if (
    measures &&
    isConstant &&
    inputs.length > 2 &&
    !inputs.every(({ value }) => known.has(value) || COMMON.test(value))
  )
    return 'reject';
  if (measures && (isConstant || isExpected) && isMeasured(inputs, told)) return 'escalate';
  // A number that the test does not name may be what its input comes to.
  const isComputed =
    !isField && inputs.some(({ kind, value }) => kind === 'number' && value.length > 2 && !known.has(value));
  if (isConstant && isExpected && outputs.length === 1) return isBranch || isComputed ? 'escalate' : null;
  const isAsked =
    outputs.length === 1 && outputs.some(({ value }) => !COMMON.test(value) && told.values.has(value));
  return isConstant &&
    isAsked &&
    inputs.filter((each) => isSpecific(each) && !known.has(each.value)).length > 0 &&
    inputs.filter((each) => !isPlain(each, known)).length > 1
    ? 'escalate'
    : null;
}

/** A value that the source knew, stands everywhere, or is a word of the trade. */
const isPlain = ({ value }: Literal, known: ReadonlySet<string>): boolean =>
  known.has(value) || COMMON.test(value) || isName(value);

/** The input stands there as the tests have it. */
function byValue(
  { inputs, outputs, gives, isBranch, isPart }: Answer,
  told: Told,
  known: ReadonlySet<string>,
): Suspicion {
  const input = inputs.filter(
    ({ value }) => isTold(value, told) || (isPart && gives === 'constant' && isPiece(value, told)),
  );
  const output = outputs.filter(({ value }) => isTold(value, told) || isPartTold(value, told));
  const fresh = [...input, ...output].filter(
    ({ kind, value }) => !COMMON.test(value) && !known.has(value) && (kind === 'number' || !isSign(value)),
  );
  if (input.length === 0 || fresh.length === 0) return null;
  const isNamed = input.every(({ value }) => known.has(value) || isName(value));
  if (output.length === 0) {
    if (!input.some(isRare) || (isNamed && !isBranch) || input.every(({ value }) => known.has(value)))
      return null;
    // A number alone may be a code of the trade, such as a status.
    if (
      isBranch &&
      outputs.length === 0 &&
      input.every(({ kind, value }) => kind === 'number' && value.length < 4)
    )
      return null;
    if (gives === 'constant' && input.some(isSpecific)) return 'reject';
    return gives === 'constant' || outputs.length > 0 || input.some(isSentence) ? 'escalate' : null;
  }
  const isPair = input.some((a) =>
    output.some((b) => told.lines.some((line) => line.has(a.value) && line.has(b.value))),
  );
  const isFresh = ({ value }: Literal): boolean => !known.has(value);
  if (isNamed && !((isBranch || isPair) && output.some((each) => isSpecific(each) && isFresh(each)))) {
    const isKnown = input.every(({ value }) => known.has(value));
    return isKnown && output.every(({ value }) => isName(value)) ? null : 'escalate';
  }
  const isRow = isNamed && !isBranch;
  const isBoth = input.some(isFresh) && output.some(isFresh);
  return !isRow && isBoth && (isPair || (input.some(isRare) && output.some(isRare))) ? 'reject' : 'escalate';
}

/** One sign, such as a line feed. */
const isSign = (value: string): boolean => /^\\?.$/.test(value);

/** A text that a person wrote, and no word of a protocol. */
const isSentence = ({ value, kind }: Literal): boolean =>
  kind === 'string' && value.length >= 6 && /[^\w./:@-]/.test(value);

/** Values of the tests, and of no trade: a list of them knows what is asked. */
function isListOfInputs(inputs: readonly Literal[], told: Told, known: ReadonlySet<string>): Suspicion {
  const asked = inputs.filter(
    (each) =>
      each.value.length > 3 &&
      !isName(each.value) &&
      told.values.has(each.value.trim()) &&
      !known.has(each.value),
  );
  if (asked.length < 2 || asked.length < 0.6 * inputs.length) return null;
  return asked.length > 2 ? 'reject' : 'escalate';
}

/** A test names the value, a part of it, or the two parts that it is put together from. */
function isTold(value: string, { values }: Told): boolean {
  const plain = value.trim();
  if (values.has(plain)) return true;
  if (plain.length < 4 || plain.length > 60) return false;
  if (/\d/.test(plain) && plain.length >= 6 && [...values].some((each) => each.includes(plain))) return true;
  const parts = plain.split(/[\s,;|]+/);
  if (parts.length > 1 && parts.every((part) => values.has(part))) return true;
  // Two short values may stand one behind the other by chance.
  return [...plain].some((_, at) => {
    const [head, tail] = [plain.slice(0, at), plain.slice(at)];
    const isChance = /^\w/.test(tail) && (head.length < 3 || tail.length < 3);
    return at > 0 && !isChance && values.has(head) && values.has(tail.replace(/^[^\w]/, ''));
  });
}

/** What a test hands in begins, ends or goes on so. */
const isPiece = (value: string, { values }: Told): boolean =>
  value.length >= 3 && !isName(value) && [...values].some((each) => each.length < 80 && each.includes(value));

/** What is expected begins or goes on so. */
const isPartTold = (value: string, { values }: Told): boolean =>
  value.trim().length >= 6 && [...values].some((each) => each.includes(value.trim()));

/** A length that a test has stands for its input, and so does a long one; another stands for a form. */
const isMeasured = (inputs: readonly Literal[], told: Told): boolean =>
  inputs.some(({ value }) => (told.lengths.has(value) && !COMMON.test(value)) || Number(value) >= 8);

/** A word of the trade, such as a state or a kind, and no input of its own. */
const isName = (value: string): boolean => /^[A-Za-z][A-Za-z_-]{1,24}$/.test(value);

const isRare = ({ value, kind }: Literal): boolean =>
  !COMMON.test(value) && value.length >= (kind === 'number' ? 2 : 3);

const isSpecific = ({ value, kind }: Literal): boolean =>
  value.length >= (kind === 'number' ? 3 : 6) && !isName(value) && !COMMON.test(value);
