import * as z from 'zod';
import { jsonPlace, looseNumber, looseText } from './json-place.js';
import { readFailedTest } from './read-failed-test.js';
import { type DocumentReader, readFirst, readingOf } from './structured-format.js';

/** What `jest --json` and vitest's json reporter write (jestjs.io, "--json"): a file for each suite. */
const suitesSchema = z.object({
  numFailedTests: z.number(),
  /** jest's alone. */
  numRuntimeErrorTestSuites: looseNumber,
  testResults: z.array(
    z.object({
      name: z.string(),
      message: looseText,
      assertionResults: z.array(
        z.object({
          status: z.string(),
          title: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: looseNumber, column: looseNumber }).nullish().catch(null),
        }),
      ),
    }),
  ),
});

/** Mocha's json reporter. */
const failuresSchema = z.object({
  stats: z.object({ failures: z.number() }),
  failures: z.array(
    z.object({
      fullTitle: z.string(),
      file: looseText,
      err: z.object({ message: looseText, stack: looseText }),
    }),
  ),
});

interface Failure {
  readonly name: string | null;
  readonly message: string;
  readonly details: string;
  readonly file: string | null;
  readonly line: number | null;
}

export const readJestJson: DocumentReader = ({ value, lineCount }) => {
  const document = suitesSchema.safeParse(value);
  if (!document.success) return null;
  const tool = document.data.numRuntimeErrorTestSuites == null ? 'vitest' : 'jest';
  const failures = document.data.testResults.flatMap(
    ({ name: file, message, assertionResults }): Failure[] => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that broke outside its tests has a message and no failed test.
      if (failed.length === 0 && message != null && message.trim() !== '')
        return [{ name: null, message, details: message, file, line: null }];
      return failed.map(({ title, ancestorTitles, failureMessages, location }) => {
        const details = (failureMessages ?? []).join('\n');
        const name = [...ancestorTitles, title].join(' › ');
        // As the log has it: the message of an assertion of node's is in no other form.
        const log = tool === 'jest' ? `● ${name}\n\n${details}` : details;
        return { name, message: details, details: log, file, line: location?.line ?? null };
      });
    },
  );
  return readAll(failures, tool, lineCount);
};

export const readMochaJson: DocumentReader = ({ value, lineCount }) => {
  const document = failuresSchema.safeParse(value);
  if (!document.success) return null;
  const failures = document.data.failures.map(({ fullTitle, file = null, err }): Failure => {
    const message = err.message ?? '';
    return { name: fullTitle, message, details: err.stack ?? message, file, line: null };
  });
  return readAll(failures, 'mocha', lineCount);
};

function readAll(failures: readonly Failure[], tool: string, logEndLine: number) {
  return readingOf(
    readFirst(failures, ({ name, message, details, file, line }) =>
      readFailedTest({
        ...{ name, tool, isSure: true, message, details, code: null, logLine: 1, logEndLine },
        places: file === null ? [] : [jsonPlace(file, line)],
      }),
    ),
  );
}
