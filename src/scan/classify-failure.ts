import type { FailureClass } from '../domain/failure-class.js';
import type { Reason } from '../domain/scan.js';
import { type Clue, precedenceOf } from './failure-clues.js';
import type { RawDiagnostic } from './parser.js';
import type { RepositoryPaths } from './repository-paths.js';
import { isSyntaxError } from './syntax-error.js';

export interface Classification {
  readonly category: FailureClass;
  readonly actionable: boolean;
  readonly retryable: boolean;
  readonly reason: Reason;
}

/** Classes that only a re-run, another machine, more capacity or somebody's permission can change. */
const NOT_ACTIONABLE: ReadonlySet<FailureClass> = new Set([
  'infra',
  'transient',
  'timeout',
  'oom',
  'permission',
]);

/** Classes that another run of the same commit may not show. */
const RETRYABLE: ReadonlySet<FailureClass> = new Set(['infra', 'transient', 'timeout', 'oom']);

interface Refinement {
  readonly pattern: RegExp;
  readonly category: FailureClass;
  readonly actionable?: boolean;
  /** The `module` group must be foreign to the project, or its own. */
  readonly module?: 'foreign' | 'own';
}

/** What the message of the first finding says that its tool does not. */
const REFINEMENTS: readonly Refinement[] = [
  { pattern: /OutOfMemory|out of memory/, category: 'oom' },
  { pattern: /^(?:SyntaxError|IndentationError|TabError) (?!.*JSON)/, category: 'compile' },
  { pattern: /\bTimeoutExpired\b/, category: 'timeout', actionable: false },
  {
    pattern:
      /Timeout of \d+ ?ms exceeded|Exceeded timeout of \d+|[Tt]est timed out|Timeout \(?>?\d|timed out (?:after|in) \d+ ?m?s/,
    category: 'timeout',
    actionable: true,
  },
  { pattern: /cannot open shared object file|Dependency "[^"]+" not found/, category: 'dependency' },
  { pattern: /Expected \S+ but found |Must use import to load ES Module/, category: 'compile' },
  { pattern: /No module named '?(?<module>[\w.]+)/, category: 'compile', module: 'own' },
  { pattern: /No module named '?(?<module>[\w.]+)/, category: 'dependency', module: 'foreign' },
  { pattern: /cannot load such file -- (?<module>(?!\/)\S+)/, category: 'dependency', module: 'foreign' },
  { pattern: /cannot load such file -- /, category: 'compile' },
  { pattern: /cannot import name .{1,200} from '?(?<module>[\w.]+)/, category: 'compile', module: 'own' },
  {
    pattern:
      /(?:Cannot find (?:module|package)|Can't resolve|Could not resolve:?|failed to resolve import|Failed to load url) ["'`]?(?:\.{1,2}\/|\/|~|@\/)/,
    category: 'compile',
  },
  {
    pattern:
      /(?:Cannot find (?:module|package)|Can't resolve|Could not resolve|failed to resolve import) ["'`](?<module>[^"'`]+)/,
    category: 'dependency',
    module: 'foreign',
  },
  {
    pattern:
      /module lookup disabled|no required module provides|cannot find module providing|missing go\.sum entry|unresolved import `(?<module>\w+)/,
    category: 'dependency',
  },
  {
    pattern:
      /unbound variable|parameter null or not set|executable file not found in|: NotPresent$|^\W*[A-Z][A-Z0-9_]+(?:: | is | must be )(?:must be |not )?(?:set|required|provided|missing)\b|: (?:command )?not found$|^KeyError .*'[A-Z][A-Z0-9]*_[A-Z0-9_]+'$/,
    category: 'config',
  },
];

/** A tool's own class stands where its name already says what failed. */
const FIXED: ReadonlySet<FailureClass> = new Set(['lint', 'format', 'type', 'security']);

/** Tools that read every file before they say something of it. */
const CHECKING: ReadonlySet<FailureClass> = new Set(['lint', 'format']);

export interface Evidence {
  /** Diagnostics of the findings, best first. */
  readonly findings: readonly RawDiagnostic[];
  /** All diagnostics in the order of the log, also those of places outside the repository. */
  readonly diagnostics: readonly RawDiagnostic[];
  readonly clues: readonly Clue[];
  readonly failedSteps: ReadonlySet<number>;
}

export function classifyFailure(evidence: Evidence, paths: RepositoryPaths): Classification {
  const clues = cluesOfFailure(evidence);
  const decisive = clues.find(({ rule }) => rule.decisive === true);
  if (decisive !== undefined) return fromClue(decisive);
  const first = evidence.findings[0];
  if (first !== undefined && first.places.length > 0) return fromFindings(first, evidence.findings, paths);
  const clue = clues[0];
  if (clue !== undefined) return fromClue(clue);
  const outside = first ?? diagnosticOfFailure(evidence);
  return outside === undefined ? NOTHING_KNOWN : refine(outside, paths);
}

const NOTHING_KNOWN: Classification = {
  category: 'test',
  actionable: true,
  retryable: false,
  reason: {
    text: 'No line is of a known form; a failed test is the likeliest. Look at the end of the log.',
    evidence: null,
    logLine: null,
  },
};

/** Clues of the failed steps, or of the whole log where none is marked; what the runner calls an error comes first. */
export function cluesOfFailure({
  clues,
  failedSteps,
}: Pick<Evidence, 'clues' | 'failedSteps'>): readonly Clue[] {
  const own = failedSteps.size === 0 ? clues : clues.filter(({ step }) => failedSteps.has(step));
  return [...own].sort(
    (a, b) =>
      Number(b.marked) - Number(a.marked) || precedenceOf(a) - precedenceOf(b) || a.logLine - b.logLine,
  );
}

function diagnosticOfFailure({ diagnostics, failedSteps }: Evidence): RawDiagnostic | undefined {
  const own = diagnostics.filter(({ step, severity }) => failedSteps.has(step) && severity === 'error');
  return own[0] ?? diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
}

function fromClue({ rule, text, logLine }: Clue): Classification {
  const { category } = rule;
  return {
    category,
    actionable: rule.actionable ?? !NOT_ACTIONABLE.has(category),
    retryable: RETRYABLE.has(category) && rule.retryable !== false,
    reason: {
      text:
        rule.decisive === true
          ? 'This line explains the failure, whatever else went wrong.'
          : 'No place was located; this line explains the failure.',
      evidence: text,
      logLine,
    },
  };
}

function fromFindings(
  first: RawDiagnostic,
  all: readonly RawDiagnostic[],
  paths: RepositoryPaths,
): Classification {
  if (CHECKING.has(first.category) && isSyntaxError(first)) return ofUnreadableFile(first, all);
  const refined = refine(first, paths);
  // A missing module, a time limit or a missing package among a tool's other errors is one of them.
  const others = all.filter(
    ({ tool, severity, places, summary }) =>
      tool === first.tool && severity === 'error' && places.length > 0 && !summary,
  );
  return others.every((raw) => refine(raw, paths).category === refined.category) ? refined : ownClass(first);
}

/** A file that a linter or formatter cannot read is one of its findings, unless there is no other. */
function ofUnreadableFile(first: RawDiagnostic, all: readonly RawDiagnostic[]): Classification {
  const other = all.find(
    (raw) =>
      CHECKING.has(raw.category) &&
      raw.severity === 'error' &&
      raw.places.length > 0 &&
      !raw.summary &&
      !isSyntaxError(raw),
  );
  return other === undefined
    ? fromMessage(first, 'compile', `${first.tool} cannot read the file.`)
    : ownClass(other);
}

function ownClass(raw: RawDiagnostic): Classification {
  return fromMessage(raw, raw.category, `What ${raw.tool} reports is of this category.`);
}

function fromMessage(
  { message, logLine }: RawDiagnostic,
  category: FailureClass,
  text: string,
): Classification {
  const reason = { text, evidence: message, logLine };
  const actionable = !NOT_ACTIONABLE.has(category);
  return { category, actionable, retryable: RETRYABLE.has(category), reason };
}

function refine(raw: RawDiagnostic, paths: RepositoryPaths): Classification {
  const own = ownClass(raw);
  if (FIXED.has(raw.category)) return own;
  const text = `${raw.code ?? ''} ${raw.message}`;
  for (const { pattern, category, actionable, module } of REFINEMENTS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const isOwn = paths.hasModule(match.groups?.module ?? '');
    if ((module === 'own' && !isOwn) || (module === 'foreign' && isOwn)) continue;
    const refined = fromMessage(raw, category, `The message of ${raw.tool} says so.`);
    return { ...refined, actionable: actionable ?? refined.actionable };
  }
  return own;
}
