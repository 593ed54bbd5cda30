import { posix } from 'node:path';
import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { type Entry, flattenSettings } from '../settings/flatten-settings.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';

/** How a command is made to pass, or to look at less. */
const WEAK: readonly (readonly [pattern: RegExp, detail: string])[] = [
  [
    /\|\|\s*(?:true|:|exit 0|echo\b[^&|;]*|\/bin\/true)(?=\s|$|[;"'&)])/,
    'a failure of the command is dropped',
  ],
  [/(?:;|&&|^)\s*(?:exit 0|true)\s*$|;\s*exit 0\b/, 'the command ends as a success whatever happened'],
  [/\bset \+e\b|\bset \+o (?:errexit|pipefail)/, 'failures no longer end the script'],
  [
    /--(?:pass-?[wW]ith-?[nN]o-?[tT]ests|passWithNoTests|allow-no-tests|no-fail\S*|exit-zero|if-present|no-error-on-unmatched-pattern|ignore-errors|continue-on-collection-errors|suppress-tests-failed-exit-code|keep-going|no-bail|no-verify|force-exit|forceExit|quiet-success|soft-fail|allow-failure|fail-never|nofail)\b|\s-fn\b/,
    'a flag makes failures pass',
  ],
  [
    /\s(?:-k|--deselect|--ignore(?:-glob)?|-m|--skip|-skip|--exclude\S*|--testPathIgnorePatterns|--testNamePattern|--test-name-pattern|--test-skip-pattern|--grep|--invert|--only|-x test|-short|-run|-test\.run|--run|-vet=off|--lib|--testsuite|--group|--exclude-group|--tags?|--filter|--testPathPatterns?|--gtest_filter|--bail=0|--changedSince|--onlyChanged|--lf|--last-failed)(?:[\s=]|$)/,
    'a flag leaves out tests',
  ],
  [/-D(?:skipTests|maven\.test\.skip|maven\.test\.failure\.ignore|skipITs)\b/, 'a flag leaves out tests'],
  [
    /-Wno-(?!error=)\w+|-w\b(?=(?:(?!-w\b).)*\.c)|--cap-lints\s+allow|-A\s+(?:clippy|warnings)|--disable[= ]|--max-warnings[= ](?!0)|--quiet\b/,
    'a flag puts out warnings',
  ],
  [
    /\b(?:A|L|UB|T|M)SAN_OPTIONS=(?:(?!SAN_OPTIONS=)\S)*(?:=0|exitcode)|detect_leaks=0/,
    'a sanitizer is put out',
  ],
  [/\bWILL_FAIL\b|\bDISABLED TRUE\b|\bshould_fail\s*:\s*true/, 'the build tool takes a failure for a pass'],
  [/^\s*@?-@?(?=[a-z$./(])/, 'make ignores the failure of the command'],
  [/^\s*(?:echo\b|true\b|:\s*$|exit 0|node -e (?:""|'')|printf\b)/, 'the command checks nothing'],
];
/** Words that make a command strict. */
const STRICT =
  /^(?:\.\/\.\.\.|--all|--workspace|--all-features|--all-targets|--tests|-Werror\S*|-Wall|-Wextra|-Wpedantic|-fsanitize\S*|--strict\S*|--max-warnings\S*|--locked|--frozen\S*|--ci|--fail\S*|--cov-fail-under\S*|-race|-e|-eu\w*|-euo|pipefail|errexit|--check|--error\S*|-D|--deny|--warnings-as-errors|--coverage|--noEmit|--exit-code)$/;
const WORDS = /[\s"',\]]+/;
const CHECKING =
  /test|lint|check|tsc|build|vet|clippy|pytest|jest|vitest|mocha|ruff|mypy|eslint|prettier|fmt|format|audit|verify|rspec|rubocop|phpunit|phpstan|cargo|gradle|mvn|dotnet|go |make|sh |bash|coverage/i;

interface Command {
  readonly key: string;
  readonly text: string;
  readonly line: number | null;
}

/** S-CI: what CI or the check command asks is weakened; any other edit there is for a person to decide. */
export function weakenedCi({ files }: PatchView): readonly RuleFinding[] {
  return files.filter(isDefinition).flatMap((file) => {
    const before = commandsOf(file.before);
    const after = commandsOf(file.after);
    const weak = [...weakCommands(before, after), ...lostCommands(before, after), ...looseKeys(file)];
    if (weak.length > 0)
      return weak.map(({ line, detail }) =>
        finding('S-CI', {
          path: file.path,
          line,
          verdict: 'reject',
          detail: `${detail}; a check must be able to fail.`,
        }),
      );
    const isChanged =
      file.fileClass === 'ci' ||
      JSON.stringify(before.map(({ text }) => text)) !== JSON.stringify(after.map(({ text }) => text));
    return isChanged
      ? [
          finding('S-CI', {
            path: file.path,
            line: [...file.added][0] ?? null,
            verdict: 'escalate',
            detail: 'What the checks are is changed; a person decides about that.',
          }),
        ]
      : [];
  });
}

const isDefinition = ({ fileClass, path }: FilePair): boolean =>
  fileClass === 'ci' ||
  /(?:^|\/)(?:package|composer)\.json$|(?:^|\/)(?:Rakefile|gulpfile\.\w+|Gruntfile\.\w+|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|pyproject\.toml|setup\.cfg|CMakeLists\.txt|meson\.build)$/.test(
    path,
  );

function commandsOf(source: Source | null): readonly Command[] {
  if (source === null) return [];
  const name = posix.basename(source.path);
  if (/\.ya?ml$/.test(name))
    return split(
      flattenSettings(source).filter(({ key }) =>
        /(?:^|\.)(?:run|script|before_script|after_script|commands?|cmds?|entry|args|sh|bash|test|uses)$/.test(
          key,
        ),
      ),
    );
  if (/(?:package|composer)\.json$/.test(name))
    return split(flattenSettings(source).filter(({ key }) => key.startsWith('scripts.')));
  if (/tox|pyproject|setup\.cfg/.test(name))
    return split(
      flattenSettings(source).filter(({ key }) =>
        /(?:commands\w{0,200}|addopts|scripts?\.\w{1,200}|cmd)$/.test(key),
      ),
    );
  const build = BUILD_LINES.find(([pattern]) => pattern.test(name))?.[1];
  if (build !== undefined) return linesOf(source).filter(({ text }) => build.test(text));
  if (/Makefile|justfile|\.mk$|Jenkinsfile|hooks|husky|CODEOWNERS|noxfile|magefile/i.test(source.path))
    return linesOf(source);
  return [];
}

const linesOf = ({ text }: Source): readonly Command[] =>
  text
    .split('\n')
    .flatMap((line, at) =>
      /^\s*(?:#|$)/.test(line) ? [] : [{ key: 'line', text: line.trim(), line: at + 1 }],
    );

/** In programs of build tools, the lines that say which checks there are and how strict they are. */
const BUILD_LINES: readonly (readonly [name: RegExp, lines: RegExp])[] = [
  [
    /^CMakeLists\.txt$|^meson\.build$/,
    /\b(?:add_test|set_tests_properties|\w{1,60}_discover_tests|enable_testing|test|add_compile_options|target_compile_options|werror|warning_level)\s*[(=:]|CMAKE_\w{1,60}_FLAGS|\bCOMMAND\b/i,
  ],
  [
    /^build\.gradle(?:\.kts)?$/,
    /\b(?:onlyIf|exclude\w*|ignoreFailures|isIgnoreFailures|enabled|isEnabled|failOn\w*|failFast|allWarningsAsErrors|Werror|useJUnit\w*|finalizedBy|mustRunAfter|jacoco\w*|detekt|checkstyle|spotless|ktlint|maxRetries)\b/,
  ],
];

/** A script of several lines is as many commands. */
const split = (entries: readonly Entry[]): readonly Command[] =>
  entries.flatMap(({ key, value, line }) =>
    value
      .split('\n')
      .filter((text) => text.trim() !== '')
      .map((text, at) => ({ key, text, line: line === null ? null : line + at })),
  );

interface Weakness {
  readonly line: number | null;
  readonly detail: string;
}

function weakCommands(before: readonly Command[], after: readonly Command[]): readonly Weakness[] {
  return WEAK.flatMap(([pattern, detail]) => {
    const was = before.filter(({ text }) => pattern.test(text)).length;
    const now = after.filter(({ text }) => pattern.test(text));
    const old = new Set(before.map(({ text }) => text));
    const fresh = now.filter(({ text }) => !old.has(text));
    return now.length > was && fresh.length > 0
      ? [
          {
            line: fresh[0]?.line ?? null,
            detail: `In ${JSON.stringify(fresh[0]?.text.trim().slice(0, 80))} ${detail}`,
          },
        ]
      : [];
  });
}

/** A command that is gone, or has lost a word that made it strict. */
function lostCommands(before: readonly Command[], after: readonly Command[]): readonly Weakness[] {
  const kept = new Set(after.map(({ text }) => text.trim()));
  const known = new Set(before.map(({ text }) => text.trim()));
  const heirsOf = byProgram(after.filter(({ text }) => !known.has(text.trim())));
  return before.flatMap(({ key, text, line }): readonly Weakness[] => {
    if (
      kept.has(text.trim()) ||
      !(CHECKING.test(text) || key.endsWith('uses') || text.split(WORDS).some((word) => STRICT.test(word)))
    )
      return [];
    const heirs = heirsOf.get(programOf(text));
    if (heirs === undefined)
      return [{ line, detail: `The command ${JSON.stringify(text.trim().slice(0, 80))} is gone` }];
    const lost = text.split(WORDS).find((word) => STRICT.test(word) && !heirs.words.has(word));
    return lost === undefined ? [] : [{ line: heirs.line ?? line, detail: `The command has lost ${lost}` }];
  });
}

interface Heirs {
  readonly line: number | null;
  readonly words: Set<string>;
}

/** Commands by what they run: the place of the first, and the words of all. */
function byProgram(commands: readonly Command[]): ReadonlyMap<string, Heirs> {
  const found = new Map<string, Heirs>();
  for (const { text, line } of commands) {
    const program = programOf(text);
    const heirs = found.get(program) ?? { line, words: new Set() };
    for (const word of text.split(WORDS)) heirs.words.add(word);
    found.set(program, heirs);
  }
  return found;
}

/** The first word that says what is run, without variables, paths and runners of programs. */
function programOf(text: string): string {
  const words = text
    .replaceAll(/\b[A-Z_]+=\S+\s/g, '')
    .trim()
    .split(/\s+/)
    .filter(
      (word) =>
        !/^(?:npx|yarn|pnpm|npm|run|exec|python3?|-m|sudo|time|bundle|poetry|uv|@|-|cross-env|--no-install)$/.test(
          word,
        ),
    );
  return posix.basename((words[0] ?? '').replace(/^[@-]+/, ''));
}

const LOOSE =
  /(?:^|\.)(?:continue-on-error|continueOnError|allow_failure|soft_fail|ignore_errors|if|when|allow_failures\..*|fast_finish)$/;

/** Keys of a workflow by which steps pass or do not run, and jobs or steps that are gone. */
function looseKeys({ before, after, path }: FilePair): readonly Weakness[] {
  if (!/\.ya?ml$/.test(path) || before === null) return [];
  if (after === null) return [{ line: null, detail: 'The definition is deleted' }];
  const [was, now] = [flattenSettings(before), flattenSettings(after)];
  const old = new Map<string, number>();
  for (const { key, value } of was) old.set(`${key}=${value}`, (old.get(`${key}=${value}`) ?? 0) + 1);
  const loose = now.flatMap(({ key, value, line }) => {
    const left = old.get(`${key}=${value}`) ?? 0;
    if (left > 0) old.set(`${key}=${value}`, left - 1);
    if (left > 0 || !LOOSE.test(key)) return [];
    const isLoose = /(?:if|when)$/.test(key)
      ? /^(?:\$\{\{\s*)?(?:false|never|manual|0)\b|always\(\)/.test(value)
      : !/^false$/.test(value);
    return isLoose ? [{ line, detail: `${key.split('.').at(-1) ?? key} is ${value}` }] : [];
  });
  const kept = new Set(jobsOf(now));
  const jobs = jobsOf(was)
    .filter((job) => !kept.has(job))
    .map((job) => ({ line: null, detail: `The job ${job} is gone` }));
  return [...loose, ...jobs];
}

const jobsOf = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ key }) => /^jobs\.([^.]+)\./.exec(key)?.[1] ?? [])),
];
