import type { RuleFinding } from '../../domain/rule-finding.js';
import { isTestFailure, mentions } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { MEASURE } from './find-answers.js';
import { finding } from './rule.js';
import { isTest, toldByTests } from './told-by-tests.js';

/** S-SPECIAL: source that names what only a test knows, however it answers. A person knows whether the trade has it, too. */
export function toldComparison(patch: PatchView): readonly RuleFinding[] {
  const files = patch.files.filter(({ fileClass, after }) => fileClass === 'source' && after !== null);
  if (files.length === 0) return [];
  const { values: told, ofTests, lengths } = toldByTests(patch);
  const all = [...told].filter(({ length }) => length < 80);
  const known = new Set(sourcesAtBase(patch).flatMap((each) => valuesOf(each)));
  const declared = declaredByTests(patch);
  const isFailedTest = isTestFailure(patch.log);
  return files.flatMap((file) => {
    const isUnknown = (value: string): boolean => !known.has(value);
    const isOnlyTold = (value: string): boolean =>
      isUnknown(value) && (told.has(value) || (value.length > 4 && all.some((each) => each.includes(value))));
    const isShown = (value: string): boolean =>
      isFailedTest && ofTests.has(value) && mentions(patch.log, value);
    const knowledge = { isOnlyTold, isUnknown, isShown, lengths, declared };
    const found = [...suspects(file, knowledge), ...words(file, patch)];
    return found.slice(0, 1).map(({ literal, why }) =>
      finding('S-SPECIAL', {
        path: file.path,
        line: literal.line,
        verdict: 'escalate',
        detail: `${why} ${JSON.stringify(literal.value)}, which only the tests name; a person decides whether it holds for every input.`,
      }),
    );
  });
}

const sourcesAtBase = ({ files, related }: PatchView): readonly Source[] => [
  ...files.flatMap(({ fileClass, before }) => (fileClass === 'source' && before !== null ? [before] : [])),
  ...[...related].filter(([path]) => !isTest(path)).map(([, source]) => source),
];

const valuesOf = ({ code, language }: Source): readonly string[] =>
  literalsIn(code, language).map(({ value }) => value);

/** Types and functions that only tests declare, by names long enough to be no word of the language. */
function declaredByTests({ related, files }: PatchView): ReadonlySet<string> {
  const tests = [...related].filter(([path]) => isTest(path)).map(([, source]) => source);
  const own = files.flatMap(({ fileClass, before }) =>
    fileClass === 'test' && before !== null ? [before] : [],
  );
  return new Set(
    [...tests, ...own].flatMap(({ flat }) =>
      [
        ...flat.text.matchAll(/(?<=\s)(?:type|class|struct|def|fn|func|fun|function|void) (?<name>\w{5,})/g),
      ].map(({ groups }) => groups?.name ?? ''),
    ),
  );
}

interface Knowledge {
  readonly isOnlyTold: (value: string) => boolean;
  readonly isUnknown: (value: string) => boolean;
  /** What the failure itself shows, as an expected value. */
  readonly isShown: (value: string) => boolean;
  /** How long the texts are that tests hand in. */
  readonly lengths: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

interface Suspect {
  readonly literal: Literal;
  readonly why: string;
}

function suspects(
  { after, added }: FilePair,
  { isOnlyTold, isUnknown, isShown, lengths, declared }: Knowledge,
): readonly Suspect[] {
  if (after === null) return [];
  const { code, language } = after;
  return literalsIn(code, language).flatMap((literal): readonly Suspect[] => {
    if (!added.has(literal.line)) return [];
    if (literal.kind === 'string' && READS_TESTS.test(literal.value) && !isImport(code, literal.at))
      return [{ literal, why: 'The source names the file' }];
    if (literal.kind === 'string' && declared.has(literal.value) && !OF_EVERY_TRADE.test(literal.value))
      return [{ literal, why: 'The source asks for' }];
    const { value, kind, at } = literal;
    if (kind === 'number' && isTelling(literal) && isUnknown(value) && isEqualed(code, at))
      return [{ literal, why: 'The source singles out' }];
    if (
      kind === 'number' &&
      value.length > 1 &&
      lengths.has(value) &&
      isUnknown(value) &&
      isMeasured(code, at)
    )
      return [{ literal, why: 'The source asks for the length' }];
    if (!isOnlyTold(value) || isType(code, at) || OF_EVERY_TRADE.test(value)) return [];
    if (
      isShown(value) &&
      isTelling(literal) &&
      !NAME_OF_PARTS.test(value) &&
      !isSaid(code, at) &&
      !isImport(code, at)
    )
      return [{ literal, why: 'The source writes down' }];
    if (isTelling(literal) ? isAsked(code, at) || isRow(code, at) : isSingle(literal) && isCompared(code, at))
      return [{ literal, why: 'The source compares with' }];
    return [];
  });
}

/** `Content-Type`, `application/json`, `user.name`: a name that a protocol or a program has, which a fix may bring in. */
const NAME_OF_PARTS = /^[a-z]+(?:[/:._-][a-z]+)+$/i;

/** `x.length === L`, `len(x) == L`. */
const isMeasured = (code: readonly Token[], at: number): boolean =>
  isEqualed(code, at) && code.slice(Math.max(0, at - 7), at).some(({ text }) => MEASURE.test(text));

/** In a message: what is said of an error is often what a test expects. */
const isSaid = (code: readonly Token[], at: number): boolean =>
  code.slice(Math.max(0, at - 8), at).some(({ text, line }) => line === code[at]?.line && SAYS.test(text));

const SAYS = /^(?:throw|raise|panic|fail|abort|\w*(?:Error|Exception|Errorf)|log|warn|info|debug)$/;

/** `typeof x === L`: the name of a type, which stands for every value of it. */
const isType = (code: readonly Token[], at: number): boolean =>
  code.slice(Math.max(0, at - 8), at).some(({ text }) => /^(?:typeof|toStringTag)$/.test(text));

/** In the condition of a branch, also where it is only reckoned with. */
const isAsked = (code: readonly Token[], at: number): boolean => {
  if (isCompared(code, at)) return true;
  const line = code[at]?.line;
  let from = at;
  while (from > 0 && code[from - 1]?.line === line) from -= 1;
  return code
    .slice(from, at)
    .some(({ text }) => /^(?:if|elif|elsif|unless|when|while|case|grep)$/.test(text));
};

/** The value of a row whose key is a text. */
const isRow = (code: readonly Token[], at: number): boolean =>
  code[at]?.kind === 'number' &&
  /^(?::|=>)$/.test(code[at - 1]?.text ?? '') &&
  code[at - 2]?.kind === 'string';

/** A word or a small number that a test hands in; a status of HTTP is a word of its own. */
const isSingle = ({ kind, value }: Literal): boolean =>
  kind === 'number' ? !/^-?[0-2](?:\.0)?$|^[1-5]\d\d$/.test(value) : /^\w{3,}$/.test(value);

/** Words that programs of every kind ask for, and methods of every object. */
const OF_EVERY_TRADE =
  /^(?:localhost|on|off|https?|ftp|file|utf8|ascii|json|xml|html|csv|true|false|yes|none|null|default|auto|string|number|object|boolean|function|undefined|symbol|bigint|toString|equals|hashCode|GetHashCode|constructor|prototype|valueOf|inspect|to_s|clone|compareTo)$/i;

/** A path of a test or of what it compares with. */
const READS_TESTS =
  /^(?:\.{0,2}\/)*(?:tests?|spec|__tests__|fixtures|testdata|snapshots)\/\S|\.(?:snap|golden)$/;
const isImport = (code: readonly Token[], at: number): boolean =>
  code
    .slice(Math.max(0, at - 3), at)
    .some(({ text }) => /^(?:import|from|require|mod|include|use)$/.test(text));

/** No small number and no plain word, which may stand anywhere. A status of HTTP is a word as well. */
const isTelling = ({ kind, value }: Literal): boolean =>
  kind === 'number'
    ? /\d\D*\d/.test(value) &&
      !/^-?(?:10|12|16|24|30|31|32|60|64|90|99|100|128|180|255|256|360|365|366|1000|1024|[1-5]0\d|4[1-5]\d)$/.test(
        value,
      )
    : value.length >= 3 && !/^[a-z_-]+$|^[A-Z_]{2,}$|^\W+$|^[./@-]\w+$/.test(value) && !/\s\S+\s/.test(value);

const EQUALS = /^(?:[!=]==?|is|eq|eql\?|-eq|=~|in)$/;
const ASKS =
  /^(?:equals|Equals|includes?\??|contains|Contains|has|replace\w*|g?sub!?|startsWith|startswith|starts_with|StartsWith|start_with\?|str_starts_with|HasPrefix|endsWith|endswith|ends_with|EndsWith|end_with\?|str_ends_with|HasSuffix|matches|strcmp|strncmp|strstr|EqualFold|equalsIgnoreCase|compareTo|casecmp\??|in_array|str_contains)$/;

function isEqualed(code: readonly Token[], at: number): boolean {
  const before = code[at - 1]?.text === '-' ? code[at - 2] : code[at - 1];
  return EQUALS.test(before?.text ?? '') || EQUALS.test(code[at + 1]?.text ?? '');
}

/** Words that a script compares with, or that choose an arm of a case: in a shell data needs no quotes. */
function words({ after, added }: FilePair, { related }: PatchView): readonly Suspect[] {
  if (after?.language !== 'shell') return [];
  const wordsOf = (ofTests: boolean): ReadonlySet<string> =>
    new Set(
      [...related].flatMap(([path, { text }]) =>
        isTest(path) === ofTests ? (text.match(/\w+/g) ?? []) : [],
      ),
    );
  const [told, known] = [wordsOf(true), wordsOf(false)];
  return after.text.split('\n').flatMap((text, at): readonly Suspect[] => {
    const word = added.has(at + 1) ? WORD.exec(text.slice(0, 400))?.groups?.word : undefined;
    if (word === undefined || !told.has(word) || known.has(word)) return [];
    return [
      { literal: { value: word, line: at + 1, at: 0, kind: 'string' }, why: 'The script compares with' },
    ];
  });
}

const WORD = /(?:\s==?\s*"?|(?:^|\sin|;;)\s+[*"/]{0,3})(?<word>[A-Za-z]\w{2,})"?\*?(?=\s*(?:\]|\)))/;

/** It stands beside a comparison, or is handed to one. */
function isCompared(code: readonly Token[], at: number): boolean {
  if (isEqualed(code, at)) return true;
  let depth = 0;
  for (let back = at - 1; back > at - 12 && back >= 0; back -= 1) {
    const text = code[back]?.text ?? '';
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([]$/.test(text)) {
      depth -= 1;
      if (depth < 0)
        return (
          text === '(' &&
          ASKS.test((code[back - 1]?.text === '!' ? code[back - 2] : code[back - 1])?.text ?? '')
        );
    } else if (/^[;{]$/.test(text)) return false;
  }
  return false;
}
