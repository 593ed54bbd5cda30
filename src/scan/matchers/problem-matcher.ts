import { RE2JS } from 're2js';
import * as z from 'zod';

/**
 * A problem matcher as GitHub's runner reads it (actions/toolkit, docs/problem-matchers.md), with one difference: its
 * expressions run in RE2, in linear time whatever the line, so look-aheads and back references are refused.
 */
export interface ProblemMatcher {
  readonly owner: string;
  /** Of matches that capture none. */
  readonly severity: string;
  /** On consecutive lines; the last may be repeated. */
  readonly patterns: readonly MatcherPattern[];
}

/** What a capture group says. */
export type Field = 'fromPath' | 'file' | 'line' | 'column' | 'severity' | 'code' | 'message';

export interface MatcherPattern {
  readonly expression: RE2JS;
  /** Of the engine: how much work a character of a line can make. */
  readonly states: number;
  /** Group numbers. */
  readonly groups: ReadonlyMap<Field, number>;
  readonly loop: boolean;
}

export type ParsedMatchers =
  | { readonly kind: 'matchers'; readonly matchers: readonly ProblemMatcher[] }
  /** In words, without the file's name. */
  | { readonly kind: 'fault'; readonly fault: string };

/** RE2 needs at most this many states times the line's length; the runner's own matchers have under a hundred. */
const MAX_PROGRAM = 300;
const MAX_EXPRESSION = 2_000;
const FIELDS = ['fromPath', 'file', 'line', 'column', 'severity', 'code', 'message'] as const;

const group = z.number().int().min(0).max(100).optional();
const patternSchema = z.object({
  regexp: z.string().min(1).max(MAX_EXPRESSION),
  loop: z.boolean().default(false),
  ...({ fromPath: group, file: group, line: group, column: group } as const),
  ...({ severity: group, code: group, message: group } as const),
});
const documentSchema = z.object({
  problemMatcher: z
    .array(
      z.object({
        owner: z.string().min(1).max(100),
        severity: z.enum(['error', 'warning', 'notice']).default('error'),
        pattern: z.array(patternSchema).min(1).max(20),
      }),
    )
    .max(100),
});

/** Reads the text of a problem matcher's JSON file. */
export function parseProblemMatchers(text: string): ParsedMatchers {
  const document = documentSchema.safeParse(parse(text));
  if (!document.success) {
    const [issue] = document.error.issues;
    return fault(`it is no problem matcher: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  const matchers: ProblemMatcher[] = [];
  for (const { owner, severity, pattern } of document.data.problemMatcher) {
    const patterns: MatcherPattern[] = [];
    for (const [index, written] of pattern.entries()) {
      const place = `pattern ${index + 1} of ${owner}`;
      if (written.loop && (index === 0 || index < pattern.length - 1))
        return fault(`${place} loops, and only the last of several patterns can`);
      const expression = compile(written.regexp);
      if (typeof expression === 'string') return fault(`${place} ${expression}`);
      const groups = new Map(FIELDS.flatMap((field) => groupOf(field, written[field])));
      const missing = [...groups].find(([, number]) => number > expression.groupCount());
      if (missing !== undefined) return fault(`${place} has no group ${missing[1]} for ${missing[0]}`);
      patterns.push({ expression, states: expression.programSize(), groups, loop: written.loop });
    }
    matchers.push({ owner, severity, patterns });
  }
  return { kind: 'matchers', matchers };
}

function groupOf(field: Field, number: number | undefined): [Field, number][] {
  return number === undefined ? [] : [[field, number]];
}

/** The compiled expression, or what is wrong with it. */
function compile(source: string): RE2JS | string {
  try {
    const expression = RE2JS.compile(source, RE2JS.LOOKBEHINDS);
    return expression.programSize() > MAX_PROGRAM
      ? 'is too large to be run on every line; use fewer or smaller repetitions'
      : expression;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `cannot be run in linear time (${reason}); write it without look-aheads and back references`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fault(text: string): ParsedMatchers {
  return { kind: 'fault', fault: text.trim() };
}
