import type { Entry } from './flatten-settings.js';

/** A way in which a configuration now asks for less. */
export interface Loosening {
  readonly line: number | null;
  readonly detail: string;
  /** About which tests run and how long they may take, not about how strict a checker is. */
  readonly kind: 'selection' | 'strictness' | 'timing';
}

/**
 * What a checker or a runner looks away from: more is less strict. Read backwards from the end of a name, since forwards
 * each of its words would be read to the end.
 */
const EXCLUDING =
  /(?=\.|$)(?<=(?:ignore\w*|(?:^|[._-])(?:exclude\w*|extend-exclude|skip\w*|omit|disable\w*|disabled_rules|suppress\w*|allow(?:ed)?|exclusions?|nowarn|NoWarn|WarningsNotAsErrors|excluded|baseline|testPathIgnorePatterns|exclude-rules|skip-dirs|skip-files|deselect|norecursedirs|blacklist|unmanaged))s?)/i;
/** What it looks at: less is less strict. */
const INCLUDING =
  /(?:^|[._-])(?:include|includes|select|extend-select|enable|enabled-rules|testMatch|testRegex|testpaths|python_files|python_functions|python_classes|collectCoverageFrom|spec|pattern|directory|test_files|testsuite|roots|projects|extends|plugins|checks|test_task|suites?|linters|directories|target|packages|linter|Werror)(?:\.|$)/i;
/** Switches that make a checker strict. */
const STRICT =
  /(?:^|[._-])(?:strict\w*|noImplicit\w*|noUnchecked\w*|noUnused\w*|noProperty\w*|exactOptional\w*|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|failOn\w*|fail_on\w*|failOnViolation|warningsAsErrors|TreatWarningsAsErrors|allWarningsAsErrors|CodeAnalysisTreatWarningsAsErrors|EnforceCodeStyleInBuild|noFallthrough\w*|checkJs|noEmitOnError|useUnknownInCatch\w*|alwaysStrict|enabled?|active|Nullable|branch|isolatedModules|errorOnWarning|reportUnused\w*|resetMocks|errorOnDeprecated|bail|convertWarningsToExceptions|autotests|harness|doctest|lib\.test|test\.enabled|beStrict\w*|overflow-checks|debug-assertions|strictNullChecks)$/i;
/** Switches that make it lax. */
const LAX =
  /(?:^|[._-])(?:skipLibCheck|passWithNoTests|ignore_missing_imports|ignore_errors|allow_failure|continue-on-error|continueOnError|testFailureIgnore|maven\.test\.failure\.ignore|maven\.test\.skip|ignoreFailures|skipTests|skip|allowUnreachableCode|allowUnusedLabels|allow_untyped_\w+|allow_redefinition|dangerously\w*|forceExit|implicit_reexport|follow_imports|isIgnoreFailures|ignore_outcome|noverify|quiet|no_strict_optional|suppressImplicitAnyIndexErrors|allowNoTests|allowEmpty|allow-no-tests|disabled)$/i;
/** The least that must be reached. */
const LEAST =
  /(?:threshold|fail_under|fail-under|minimum|min_?coverage|coverage|level|lines|branches|functions|statements|mutationScore|msi|mincoverage)/i;
/** The most that is let pass. */
const MOST =
  /(?:^|[._-])(?:max[-_]?\w*|maxWarnings|line[-_]?length|printWidth|complexity|threshold-max|max-complexity)$/i;
const TIMING = /(?:timeout|retr(?:y|ies)|slow|rerun|flaky|repeat|attempts|interval|sleep|delay|waitFor)/i;
const SEVERITY: readonly (readonly [number, RegExp])[] = [
  [0, /^(?:off|0|allow|none|ignore|disabled?|silent|false|nil|ignored)$/i],
  [1, /^(?:warn|1|warning|info|suggestion|hint|note|minor)$/i],
  [2, /^(?:error|2|deny|forbid|on|true|critical|major|blocker)$/i],
];
const RULES =
  /(?:^|\.)(?:rules|lints|lint|linter|severity|overrides|clippy|rust)(?:\.|$)|diagnostic\.|severity$/i;

/** What a configuration asks for less than before. */
export function findLoosenings(before: readonly Entry[], after: readonly Entry[]): readonly Loosening[] {
  const was = byKey(before);
  const is = byKey(after);
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  return keys.flatMap((key) => judge(key, was.get(key) ?? [], is.get(key) ?? []));
}

function byKey(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const map = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = map.get(entry.key);
    if (same === undefined) map.set(entry.key, [entry]);
    else same.push(entry);
  }
  return map;
}

function judge(key: string, before: readonly Entry[], after: readonly Entry[]): readonly Loosening[] {
  const old = before.map(({ value }) => value);
  const now = after.map(({ value }) => value);
  const [oldValues, nowValues] = [new Set(old), new Set(now)];
  const more = after.filter(({ value }) => !oldValues.has(value));
  const less = before.filter(({ value }) => !nowValues.has(value));
  if (more.length === 0 && less.length === 0) return [];
  const line = more[0]?.line ?? after[0]?.line ?? before[0]?.line ?? null;
  const tell = (what: string, kind: Loosening['kind'] = 'strictness'): readonly Loosening[] => [
    { line, detail: `${key} ${what}`, kind },
  ];
  const said = JSON.stringify(more[0]?.value ?? '');
  if (isNumeric(old) && isNumeric(now) && TIMING.test(key))
    return tell(`changed from ${old[0]} to ${now[0]}`, 'timing');
  if (old.length === 0 && TIMING.test(key) && isNumeric(now)) return tell(`is new, with ${now[0]}`, 'timing');
  if (LAX.test(key) && more.some(({ value }) => /^(?:true|yes|1|on|skip|silent)$/i.test(value)))
    return tell('is now on', 'selection');
  if (STRICT.test(key) && old.some(isOn) && !now.some(isOn)) return tell('is no longer on');
  if (STRICT.test(key) && old.length === 0 && now.some(isOff)) return tell('is off');
  if (/^(?:package\.)?build$/.test(key) && more.length > 0)
    return tell(`is now ${said}, which runs before every test`, 'selection');
  const [a, b] = [Number(old[0]), Number(now[0])];
  if (LEAST.test(key) && isNumeric(old) && (now.length === 0 || b < a))
    return tell(`fell from ${a} to ${now.length === 0 ? 'nothing' : b}`);
  if (MOST.test(key) && isNumeric(old) && isNumeric(now) && b > a) return tell(`rose from ${a} to ${b}`);
  if (isSofter(key, old, now))
    return tell(`is ${now[0] ?? 'gone'}${old.length === 0 ? '' : `, and was ${old[0]}`}`);
  if (EXCLUDING.test(key) && more.length > 0 && !more.every(({ value }) => isOff(value)))
    return tell(`now holds ${said}`, 'selection');
  if (INCLUDING.test(key) && less.length > 0)
    return tell(`no longer holds ${JSON.stringify(less[0]?.value ?? '')}`, 'selection');
  return [];
}

const isNumeric = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => /^-?\d+(?:\.\d+)?%?$/.test(value));
const isOn = (value: string): boolean => /^(?:true|yes|1|on|enable|error|True|warnings)$/i.test(value);
const isOff = (value: string): boolean => /^(?:false|no|0|off|disable|none|False)$/i.test(value);

function isSofter(key: string, old: readonly string[], now: readonly string[]): boolean {
  const [a, b] = [severityOf(old[0]), severityOf(now[0])];
  if (a !== null && b !== null)
    return RULES.test(key)
      ? b < a
      : /\D/.test(old[0] ?? '') && !/^(?:true|false)$/.test(old[0] ?? '') && b < a;
  if (!RULES.test(key)) return false;
  if (old.length === 0 && b === 1 && /severity$/i.test(key)) return true;
  return (old.length === 0 && b === 0) || (now.length === 0 && a !== null && a > 0);
}

function severityOf(value: string | undefined): number | null {
  return SEVERITY.find(([, pattern]) => pattern.test(value ?? ''))?.[0] ?? null;
}
