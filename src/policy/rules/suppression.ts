import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { LogFacts } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { Source } from '../tokens/source.js';
import { JVM, type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** Directives to checkers, as comments; what follows on the line names the rule that is put out. */
const DIRECTIVE =
  /(?:^|[^\w])(?<directive>@ts-(?:ignore|expect-error|nocheck)|eslint-disable(?:-next-line|-line)?|eslint\s+[\w@/-]+\s*:\s*(?:0|"?off)|biome-ignore(?:-all)?|oxlint-disable\S*|tslint:disable\S*|prettier-ignore|stylelint-disable\S*|deno-lint-ignore\S*|\$Flow(?:FixMe|Ignore|ExpectedError)|(?:istanbul|c8|v8) ignore|node:coverage|noqa|type:\s*ignore|pyright:\s*(?:ignore|basic)|mypy:\s*(?:ignore-errors|disable|allow)\S*|pylint:\s*(?:disable|skip-file)\S*|flake8:\s*noqa|ruff:\s*noqa|pyre-(?:ignore|fixme)\S*|nosec|pragma:\s*no\s*cover|fmt:\s*(?:off|skip)|isort:\s*skip\S*|yapf:\s*disable|pytype:\s*(?:disable|skip)\S*|nolint|lint:ignore|lint:file-ignore|revive:disable\S*|exhaustive:ignore|NOSONAR|NOPMD|CHECKSTYLE[:.]\s*OFF|checkstyle:off|@formatter:off|ktlint-disable|detekt:\S*|noinspection|NOLINT(?:NEXTLINE|BEGIN)?|cppcheck-suppress|clang-format off|coverity\[|LCOV_EXCL\S*|ReSharper disable|rubocop:(?:disable|todo)|:nocov:|steep:ignore|typed:\s*(?:false|ignore)|reek:|brakeman:|@phpstan-ignore\S*|@psalm-suppress|phpcs:(?:ignore|disable)\S*|phpcs:ignoreFile|@codeCoverageIgnore\S*|@phan-suppress\S*|@SuppressWarnings|@noinspection|shellcheck\s+disable|yamllint\s+disable\S*|hadolint\s+ignore|tflint-ignore|tfsec:ignore|checkov:skip|markdownlint-disable\S*|nosemgrep|gitleaks:allow|trivy:ignore|codeql\[|lgtm\[|swiftlint:disable|skipcq|cspell:disable\S*)(?<rest>[^\n]{0,120})/i;

/** The same in code: attributes, casts and pragmas. */
const ROWS: readonly PatternRow[] = [
  {
    languages: ['typescript'],
    pattern: /(?<=\s)as any\b|(?<=\s)< any > (?=[\w(])|(?<=\s)as (?:unknown|never) as\b|(?<=\s)as never\b/g,
    detail: 'A cast puts the type checker out',
  },
  {
    languages: ['typescript'],
    pattern: /(?<=\s)declare module "[^"]*"(?=\s(?:;|\n|$|(?!\{)))|(?<=\s)declare module "\*[^"]*"/g,
    detail: 'A module is declared to be of any type',
  },
  {
    languages: ['python'],
    pattern: /(?<=\s)(?:typing \. )?no_type_check\b|(?<=\s)cast \( (?:typing \. )?(?:Any|"Any") ,/g,
    detail: 'The type checker is put out',
  },
  {
    languages: ['python'],
    pattern: /(?<=\s)warnings \. (?:filterwarnings|simplefilter) \( "ignore"/g,
    detail: 'Warnings are put out',
  },
  {
    languages: ['rust'],
    pattern: /(?<=\s)# (?:! )?\[ (?:allow|expect|rustfmt :: skip|cfg_attr \([^\]]{0,60}allow)\b/g,
    detail: 'A lint is allowed',
  },
  {
    languages: JVM,
    pattern: /(?<=\s)@ (?:file : )?(?:SuppressWarnings|SuppressFBWarnings|Suppress|SuppressLint)\b/g,
    detail: 'A warning is suppressed',
  },
  {
    languages: ['csharp'],
    pattern:
      /(?<=\s)# (?:pragma warning disable|nullable disable)\b|(?<=\s)\[ (?:assembly : )?(?:\w+ \. )*(?:SuppressMessage|ExcludeFromCodeCoverage)\b|null !(?=\s)/g,
    detail: 'A warning is suppressed',
  },
  {
    languages: ['c'],
    pattern:
      /(?<=\s)# pragma (?:GCC diagnostic ignored|clang diagnostic ignored|warning \( (?:disable|suppress)|GCC system_header)|(?<=\s)_Pragma \( "[^"\s]*diagnostic·ignored|__attribute__ \( \( (?:no_sanitize\w*|unused)\b/g,
    detail: 'A warning or sanitizer is put out',
  },
  {
    languages: ['php'],
    pattern:
      /# \[ (?:SuppressWarnings|Suppress|CodeCoverageIgnore|\\?AllowDynamicProperties)\b|(?<=\s)error_reporting \( (?!E_ALL\s\)|\))|ini_set \( "(?:display_errors|error_reporting)"/g,
    detail: 'A warning is put out',
  },
  {
    languages: SCRIPT,
    pattern: /(?<=\s)NODE_TLS_REJECT_UNAUTHORIZED\b|(?<=\s)process \. removeAllListeners \( "warning"/g,
    detail: 'A warning or check is put out',
  },
];

/** What takes the meaning from a type; only of concern where types are what failed. */
const UNTYPED: readonly PatternRow[] = [
  {
    languages: ['typescript'],
    pattern: /: any\b(?! \[ \] =>)|< any >/g,
    detail: 'A value is taken for any type',
  },
  {
    languages: ['typescript'],
    pattern:
      /: Function\b|(?<=\s)Reflect \. get \(|(?<=[\w)\]]\s)!(?=\s[.;,)[])|(?<=\s)as (?:Required|NonNullable|Record|Extract|Exclude) </g,
    detail: 'A value is taken for one that is there',
    verdict: 'escalate',
  },
  {
    languages: ['python'],
    pattern: /(?:->|:) (?:typing \. )?Any\b|(?<=\s)\[ Any \]|(?<=\s)cast \( (?!(?:typing \. )?Any\b)/g,
    detail: 'A value is taken for any type',
    verdict: 'escalate',
  },
  {
    languages: ['csharp'],
    pattern: /(?<=[\w)\]"]\s)!(?=\s[.;,)[])|(?<=\s)dynamic (?=\w)/g,
    detail: 'A value is taken for one that is there, or of any type',
    verdict: 'escalate',
  },
  {
    languages: ['kotlin'],
    pattern: /(?<=[\w)\]]\s)! !(?=\s)|(?<=\s)as Any\b/g,
    detail: 'A value is taken for one that is there',
    verdict: 'escalate',
  },
  {
    languages: ['go'],
    pattern: /(?<=\s)interface \{ \}|(?<=[\s\]])any(?=[\s,)])/g,
    detail: 'A value is taken for any type',
    verdict: 'escalate',
  },
];

/** S-SUPP: a checker is told to look away. */
export function suppression(patch: PatchView): readonly RuleFinding[] {
  const files = patch.files.filter(({ fileClass }) => fileClass !== 'docs');
  const rows = areTypesAtFault(patch) ? [...ROWS, ...UNTYPED] : ROWS;
  const marksOf = (source: Source): readonly Mark[] => [...directives(source), ...patternMarks(source, rows)];
  const added = addedMarks(files, marksOf);
  const habits = added.length === 0 ? NO_HABITS : habitsOf(patch, marksOf);
  return [
    ...added.flatMap((mark) => {
      const verdict = verdictOf(mark, habits, patch);
      const near = isNear(mark.path, mark.line, patch) ? ' (the failure is at this place)' : '';
      const detail = `${mark.detail}; repair what it says instead${near}.`;
      return verdict === null ? [] : [finding('S-SUPP', { ...mark, verdict, detail })];
    }),
    ...files.flatMap(shims),
  ];
}

/** As often as this, a project has made it its own rule. */
const HABIT = 5;
const NO_HABITS: ReadonlyMap<string, number> = new Map();

/** How often the base has each mark, and each directive whatever it names. */
function habitsOf(
  { files, related }: PatchView,
  marksOf: (source: Source) => readonly Mark[],
): ReadonlyMap<string, number> {
  const edited = new Set(files.map(({ path }) => path));
  const sources = [
    ...files.flatMap(({ before }) => before ?? []),
    ...[...related].flatMap(([path, source]) => (edited.has(path) ? [] : source)),
  ];
  const counts = new Map<string, number>();
  for (const { key } of sources.flatMap(marksOf))
    for (const each of new Set([key, wordOf(key)])) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/**
 * What a project does often it may do once more, unless that is what failed. Where nothing is known of the failure,
 * one rule that is named is for a person to weigh.
 */
function verdictOf(
  { key, verdict }: Mark,
  habits: ReadonlyMap<string, number>,
  { log }: PatchView,
): Mark['verdict'] | null {
  const isOfCoverage = COVERAGE.test(key);
  if (isOfCoverage ? /coverage/i.test(log.text) : isCheckFailure(log)) return verdict;
  if ((habits.get(key) ?? 0) >= HABIT) return null;
  if (isOfCoverage || (habits.get(wordOf(key)) ?? 0) >= HABIT) return 'escalate';
  const isNarrow = key !== wordOf(key) || FORMS.has(key);
  return log.text === '' && isNarrow ? 'escalate' : verdict;
}

/** Attributes, casts and pragmas stand at one place and name what they put out. */
const FORMS: ReadonlySet<string> = new Set(ROWS.map(({ detail }) => detail));
const COVERAGE = /cover|istanbul|\bc8 |\bv8 |LCOV|nocov/i;
/** A directive without what it names. */
const wordOf = (key: string): string => key.split(NAMES, 1)[0] ?? key;
const NAMES = ' of ';

const isCheckFailure = ({ scan }: LogFacts): boolean =>
  ['compile', 'type', 'lint'].includes(scan?.category ?? '');

const areTypesAtFault = ({ log }: PatchView): boolean => isCheckFailure(log);

function directives({ comments }: Source): readonly Mark[] {
  return comments.flatMap(({ text, line }) =>
    text.split('\n').flatMap((said, at): readonly Mark[] => {
      const match = DIRECTIVE.exec(said);
      const { directive, rest } = match?.groups ?? {};
      if (match === null || directive === undefined || !isDirective(said.slice(0, match.index + 1)))
        return [];
      const word = directive.replaceAll(/\s+/g, ' ');
      const detail = `The comment ${JSON.stringify(word)} puts a checker out`;
      const named = code(rest ?? '');
      return [
        { key: named === '' ? word : `${word}${NAMES}${named}`, line: line + at, verdict: 'reject', detail },
      ];
    }),
  );
}

/** The rules it names, without the reason that may follow. */
const code = (rest: string): string =>
  (/^[\s:=([]{0,20}([\w@/,:.\s-]{0,60}?)(?:\s--|\s*$|[)\]*]|\s{2})/.exec(rest)?.[1] ?? '').trim();

/** A directive begins its comment, or a second comment within it; further on it is only spoken about. */
const isDirective = (before: string): boolean => /^\W*$/.test(before) || /(?:#|\/\/|;)\s*$/.test(before);

function isNear(path: string, line: number, { log }: PatchView): boolean {
  return (
    log.scan?.findings.some((each) => each.file === path && Math.abs((each.line ?? -9) - line) <= 3) ?? false
  );
}

/** A new file of types that says nothing about them. */
function shims({ path, before, after }: FilePair): readonly RuleFinding[] {
  if (before !== null || after === null || !path.endsWith('.d.ts')) return [];
  if (!/declare module\b/.test(after.text) || (/\{/.test(after.text) && !/\bany\b/.test(after.text)))
    return [];
  return [
    finding('S-SUPP', {
      path,
      line: 1,
      verdict: 'reject',
      detail: 'The new file declares a module to be of any type; add its real types.',
    }),
  ];
}
