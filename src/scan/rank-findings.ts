import type { Severity } from '../domain/diagnostic.js';
import type { Finding } from '../domain/scan.js';
import { type Location, locateDiagnostic } from './locate-diagnostic.js';
import type { RawDiagnostic } from './parser.js';
import type { RepositoryPaths } from './repository-paths.js';
import { isSyntaxError } from './syntax-error.js';

/** A finding with the diagnostic that it was made of. */
interface Entry {
  readonly finding: Finding;
  readonly raw: RawDiagnostic;
  /** Of the tests that failed there, `.group.test`; empty where none has a name. */
  readonly tests: readonly string[];
}

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly Entry[];
  readonly outsideLocations: number;
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/**
 * Findings of the repository's own files: the failed step before others, errors before warnings, what cannot be parsed
 * before what was found in it, places before summaries, and otherwise in the order of the log.
 */
export function rankFindings(
  diagnostics: readonly RawDiagnostic[],
  paths: RepositoryPaths,
  failedSteps: ReadonlySet<number>,
): Ranking {
  const byKey = new Map<string, Entry>();
  let outsideLocations = 0;
  for (const { raw, location } of locateAll(diagnostics, paths)) {
    if (location.kind !== 'nowhere') outsideLocations += location.outside;
    if (location.kind === 'outside') continue;
    const place = location.kind === 'inside' ? location.place : { file: null, line: null, column: null };
    const key = keyOf(raw, place.file, [place.line, place.column]);
    const first = byKey.get(key);
    if (first === undefined) {
      const { message, code, tool, test, severity, logLine, logEndLine } = raw;
      byKey.set(key, {
        finding: {
          ...place,
          ...{ message, code, tool, test, severity, logLine, logEndLine },
          ...{ repeats: 0, why: '', jobs: [] },
        },
        raw,
        tests: testsOf(raw),
      });
    } else {
      const { finding, tests } = first;
      // Another tool that reads the same frames knows less of the test.
      const more = raw.tool === finding.tool ? testsOf(raw) : [];
      const repeated = { ...finding, repeats: finding.repeats + 1 };
      byKey.set(key, { ...first, finding: repeated, tests: [...tests, ...more] });
    }
  }
  const all = [...byKey.values()];
  const hasFault = all.some(({ finding }) => finding.severity !== 'note');
  const located = all.filter(({ finding }) => finding.file !== null);
  const kept = all.filter(
    (entry) =>
      (!hasFault || entry.finding.severity !== 'note') &&
      // There may be thousands of each: few are held against all.
      !(isOnlyNamed(entry) && located.some((other) => saysMore(other, entry))),
  );
  const weighed = kept.map((entry) => ({ entry, standing: standingOf(entry, failedSteps) }));
  weighed.sort((a, b) => compareWeights(weightOf(a.standing), weightOf(b.standing)));
  const ranked = weighed.map(({ entry: { raw, finding, tests }, standing }) => ({
    ...{ raw, tests },
    finding: { ...finding, why: explain(standing, failedSteps.size > 0) },
  }));
  return { ranked, outsideLocations };
}

/** What could be in several files is looked for where the others were found. */
function locateAll(
  diagnostics: readonly RawDiagnostic[],
  paths: RepositoryPaths,
): readonly { raw: RawDiagnostic; location: Location }[] {
  const located = diagnostics.map((raw) => ({ raw, location: locateDiagnostic(raw, paths) }));
  const folders = located.flatMap(({ location }) =>
    location.kind === 'inside' && location.folder !== null ? [location.folder] : [],
  );
  const [folder] = new Set(folders);
  // Two folders leave the choice open.
  if (folder === undefined || new Set(folders).size > 1) return located;
  return located.map(({ raw, location }) =>
    location.kind === 'outside' && raw.folder === null
      ? { raw, location: locateDiagnostic({ ...raw, folder }, paths) }
      : { raw, location },
  );
}

function isOnlyNamed({ raw, finding }: Entry): boolean {
  return raw.summary || (finding.file === null && finding.test !== null);
}

/**
 * True when `other`, which has a file, says more of what an entry only names: of the same test, or of the file where tests
 * have no name.
 */
function saysMore(other: Entry, { raw, finding, tests }: Entry): boolean {
  if (raw.summary && other.raw.summary) return false;
  const [own] = tests;
  if (own === undefined || other.tests.length === 0) return other.finding.file === finding.file;
  return other.tests.some((name) => own.endsWith(name) || name.endsWith(own));
}

function testsOf({ test }: RawDiagnostic): readonly string[] {
  return test === null ? [] : [`.${test.replaceAll('::', '.')}`];
}

/** The same place is the same cause; without a line, the message decides. */
function keyOf(raw: RawDiagnostic, file: string | null, position: readonly (number | null)[]): string {
  const cause = position[0] === null ? raw.message : '';
  // A test that fails is told in more than one form; findings of other tools differ by their rule.
  const rule = raw.category === 'test' ? null : raw.code;
  return JSON.stringify([file, ...position, rule, raw.severity, cause]);
}

/** All that its rank follows from. */
interface Standing {
  readonly severity: Severity;
  readonly hasFile: boolean;
  /** In a step that the runner did not mark as failed. */
  readonly elsewhere: boolean;
  readonly syntax: boolean;
  readonly summary: boolean;
  readonly logLine: number;
}

function standingOf({ raw, finding }: Entry, failedSteps: ReadonlySet<number>): Standing {
  return {
    severity: finding.severity,
    hasFile: finding.file !== null,
    elsewhere: failedSteps.size > 0 && !failedSteps.has(raw.step),
    syntax: isSyntaxError(raw),
    summary: raw.summary,
    logLine: finding.logLine,
  };
}

function weightOf({ hasFile, elsewhere, severity, syntax, summary, logLine }: Standing): readonly number[] {
  return [
    hasFile ? 0 : 1,
    elsewhere ? 1 : 0,
    SEVERITY_ORDER[severity],
    syntax ? 0 : 1,
    summary ? 1 : 0,
    logLine,
  ];
}

function explain(standing: Standing, hasFailedStep: boolean): string {
  const step = standing.elsewhere ? ' of a step that did not fail' : ' of the failed step';
  return [
    `${standing.severity}${hasFailedStep ? step : ''}`,
    ...(standing.syntax ? ['the file cannot be parsed'] : []),
    ...(standing.summary ? ['only a summary names it'] : []),
    ...(standing.hasFile ? [] : ['it names no file of the repository']),
    `log line ${standing.logLine}`,
  ].join(', ');
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
