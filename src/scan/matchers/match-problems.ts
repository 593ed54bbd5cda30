import { posix } from 'node:path';
import { cleanLines, type RunnerLine } from '../clean-lines.js';
import type { Place, RawDiagnostic } from '../parser.js';
import type { Reading } from '../read-diagnostics.js';
import { placeOf, severityOf } from '../read-groups.js';
import { categoryOfTool } from '../tool-category.js';
import { unwrapLines } from '../unwrap-lines.js';
import { MatchingBudget } from './matching-budget.js';
import type { Field, MatcherPattern, ProblemMatcher } from './problem-matcher.js';

export interface Matches {
  readonly diagnostics: readonly RawDiagnostic[];
  /** Lines of the log that a matcher took. */
  readonly lines: ReadonlySet<number>;
  /** What the matchers were not run on, in words. */
  readonly notes: readonly string[];
}

/** Longer lines are no tool's message to a person. */
const MAX_LINE = 2_000;
const MAX_DIAGNOSTICS = 2_000;
/** Of all files together. */
const MAX_MATCHERS = 100;
const MAX_MESSAGE = 500;

/** What was captured so far, on which lines. */
interface Captured {
  readonly values: ReadonlyMap<Field, string>;
  readonly lines: readonly number[];
}

const NOTHING: Captured = { values: new Map(), lines: [] };

/** Runs a repository's own matchers over a log; as with GitHub's runner, the first that takes a line has it. */
export function matchProblems(log: string, matchers: readonly ProblemMatcher[]): Matches {
  const run = new MatchersRun(matchers);
  if (matchers.length > 0) for (const line of unwrapLines(cleanLines(log))) run.read(line);
  return run;
}

/** A repository's own matchers on their way through a log. */
export class MatchersRun implements Matches {
  readonly diagnostics: RawDiagnostic[] = [];
  readonly lines = new Set<number>();
  readonly #runs: readonly MatcherRun[];
  readonly #budget = new MatchingBudget();
  readonly #given: number;
  /** Lines that were left before every matcher had read them. */
  #left = 0;
  #firstLeft = 0;

  constructor(matchers: readonly ProblemMatcher[]) {
    this.#given = matchers.length;
    this.#runs = matchers.slice(0, MAX_MATCHERS).map((matcher) => new MatcherRun(matcher, this.#budget));
  }

  get notes(): readonly string[] {
    const notes: string[] = [];
    if (this.#given > MAX_MATCHERS)
      notes.push(`Of ${this.#given} problem matchers only the first ${MAX_MATCHERS} were used.`);
    if (this.#left > 0) {
      const heaviest = this.#runs.toSorted((a, b) => b.work - a.work)[0];
      notes.push(
        `Problem matchers were not run on ${this.#left} lines, the first of them log line ${this.#firstLeft}: their ` +
          `expressions make too much work, most of it those of ${heaviest?.matcher.owner}. Write them with fewer repetitions.`,
      );
    }
    return notes;
  }

  read(line: RunnerLine): void {
    if (line.text.length > MAX_LINE || this.diagnostics.length >= MAX_DIAGNOSTICS) return;
    this.#budget.earn(line.text.length);
    const taker = this.#runs.find((run) => run.read(line) !== null);
    if (taker === undefined && this.#runs.some(({ isSpent }) => isSpent)) {
      if (this.#left++ === 0) this.#firstLeft = line.number;
    }
    const captured = taker?.captured ?? null;
    if (taker === undefined || captured === null) return;
    for (const run of this.#runs) if (run !== taker) run.reset();
    for (const number of captured.lines) this.lines.add(number);
    this.diagnostics.push(diagnosticOf(taker.matcher, captured, line));
  }
}

/** Adds what a repository's own matchers found; they have the lines that they took. */
export function withMatches(reading: Reading, { diagnostics, lines, notes }: Matches): Reading {
  const others = reading.diagnostics.filter(
    ({ logLine, logEndLine }) => !lines.has(logLine) && !lines.has(logEndLine),
  );
  return { ...reading, diagnostics: [...diagnostics, ...others], notes: [...reading.notes, ...notes] };
}

/** One matcher on its way through the lines: what each of its patterns but the last has captured. */
class MatcherRun {
  readonly matcher: ProblemMatcher;
  captured: Captured | null = null;
  /** True when the newest line was left for want of budget. */
  isSpent = false;
  /** Characters times states, all in all. */
  work = 0;
  readonly #budget: MatchingBudget;
  #states: readonly (Captured | undefined)[] = [];

  constructor(matcher: ProblemMatcher, budget: MatchingBudget) {
    this.matcher = matcher;
    this.#budget = budget;
  }

  reset(): void {
    this.#states = [];
  }

  /** Answers what was captured when the line completes a match. */
  read(line: RunnerLine): Captured | null {
    const last = this.matcher.patterns.length - 1;
    const next: (Captured | undefined)[] = [];
    this.captured = null;
    this.isSpent = false;
    this.matcher.patterns.forEach((pattern, index) => {
      const before = index === 0 ? NOTHING : this.#states[index - 1];
      const captured =
        before === undefined || !this.#pays(pattern, line) ? null : capture(pattern, before, line);
      if (captured === null) return;
      if (index < last) next[index] ??= captured;
      else {
        this.captured = captured;
        if (pattern.loop) next[index - 1] = before;
      }
    });
    this.#states = next;
    return this.captured;
  }

  #pays({ states }: MatcherPattern, { text }: RunnerLine): boolean {
    const pays = this.#budget.spend(text.length, states);
    if (pays) this.work += text.length * states;
    else this.isSpent = true;
    return pays;
  }
}

function capture(pattern: MatcherPattern, before: Captured, line: RunnerLine): Captured | null {
  const match = pattern.expression.matcher(line.text);
  if (!match.find()) return null;
  const values = new Map(before.values);
  for (const [field, group] of pattern.groups) {
    const value = match.group(group);
    if (value !== null && value !== '') values.set(field, value);
  }
  return { values, lines: [...before.lines, line.number] };
}

function diagnosticOf(matcher: ProblemMatcher, { values, lines }: Captured, line: RunnerLine): RawDiagnostic {
  const word = (values.get('severity') ?? matcher.severity).toLowerCase();
  return {
    tool: matcher.owner,
    category: categoryOfTool(matcher.owner),
    severity: word === 'notice' ? 'note' : severityOf(word),
    message: (values.get('message') ?? line.text).trim().slice(0, MAX_MESSAGE),
    code: values.get('code') ?? null,
    test: null,
    folder: line.folder,
    places: placesOf(values),
    summary: false,
    step: line.step,
    logLine: lines[0] ?? line.number,
    logEndLine: line.number,
  };
}

/** `fromPath` is a file, and the path is relative to its folder. */
function placesOf(values: ReadonlyMap<Field, string>): readonly Place[] {
  const file = values.get('file');
  if (file === undefined) return [];
  const from = values.get('fromPath');
  const path = from === undefined ? file : posix.join(posix.dirname(from.replaceAll('\\', '/')), file);
  return [placeOf(path, { line: values.get('line'), column: values.get('column') })];
}
