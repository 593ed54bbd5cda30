import type { Place, RawDiagnostic } from '../parser.js';
import type { Reading } from '../read-diagnostics.js';
import { readPart } from './read-part.js';
import { diagnosticOf } from './structured-format.js';

export interface FailedTest {
  /** Null for a file that could not be collected. */
  readonly name: string | null;
  /** The runner as the document names it; what it printed says more. */
  readonly tool: string;
  /** No other runner writes such a document. */
  readonly isSure?: true;
  readonly message: string;
  readonly code: string | null;
  /** Trace or output, as the runner prints it in a log. */
  readonly details: string;
  /** Where the test stands, to fall back on when no frame is the repository's. */
  readonly places: readonly Place[];
  readonly logLine: number;
  readonly logEndLine: number;
}

/** How a failure looks in the words of each runner; a line is tried once, whatever it holds. */
const RUNNERS: readonly (readonly [RegExp, string])[] = [
  [/^E {3}|^\S+\.pyx?:\d+: /m, 'pytest'],
  [/^[ \t]*--- FAIL: |^[ \t]+\S+\.go:\d+: /m, 'go test'],
  [/\(\w+\.(?:java|kt|scala|groovy):\d+\)/, 'surefire'],
  [/^ ❯ |vitest/m, 'vitest'],
  [/^[ \t]+at .*\.[cm]?[jt]sx?:\d+:\d+\)?$/m, 'jest'],
  [/\.rb:\d+(?::|$)/m, 'rspec'],
  [/\.php:\d+$/m, 'phpunit'],
  [/^[ \t]+at [^\n]{1,300}:line \d+$/m, 'dotnet test'],
];

/** Reads the details of a failed test as the log that they are; without a place in them, the document's own words count. */
export function readFailedTest(test: FailedTest): Partial<Reading> {
  const { name, logLine, logEndLine } = test;
  const known = test.isSure ? undefined : RUNNERS.find(([pattern]) => pattern.test(test.details));
  const tool = known?.[1] ?? test.tool;
  const lines = linesOf(test);
  const { diagnostics, clues } = readPart({ lines, numbers: [logLine], test: { name, tool } });
  const located = diagnostics.filter(({ places, severity }) => places.length > 0 && severity === 'error');
  const own = { test: name, step: 0, logLine, logEndLine };
  if (located.length === 0) return { diagnostics: [ownWords(test, tool)], clues };
  return {
    diagnostics: located.map(
      (raw): RawDiagnostic => ({
        ...raw,
        ...own,
        test: raw.test ?? name,
        places: [...raw.places, ...test.places],
      }),
    ),
    clues,
  };
}

/** A message that the details do not repeat stands above them, as in a log. */
function linesOf({ message, code, details }: FailedTest): readonly string[] {
  const first = message.split('\n', 1)[0] ?? '';
  const head = first === '' || details.includes(first) ? [] : [code === null ? first : `${code}: ${first}`];
  return [...head, ...details.split('\n')];
}

function ownWords({ name, message, code, details, places, logLine, logEndLine }: FailedTest, tool: string) {
  return diagnosticOf({
    tool,
    category: 'test',
    severity: 'error',
    message: message.trim() === '' ? details : message,
    code,
    test: name,
    places,
    logLine,
    logEndLine,
  });
}
