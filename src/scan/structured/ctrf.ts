import * as z from 'zod';
import { jsonPlace, looseNumber, looseText } from './json-place.js';
import { readFailedTest } from './read-failed-test.js';
import { type DocumentReader, readFirst, readingOf } from './structured-format.js';

/** Common Test Report Format (ctrf.io): what of it tells a failed test. */
const testSchema = z.object({
  name: z.string(),
  status: z.string(),
  flaky: z.boolean().nullish().catch(null),
  message: looseText,
  trace: looseText,
  filePath: looseText,
  line: looseNumber,
});
const documentSchema = z.object({
  results: z.object({ tool: z.object({ name: z.string() }), tests: z.array(testSchema) }),
});

export const readCtrf: DocumentReader = ({ value, lineCount }) => {
  const document = documentSchema.safeParse(value);
  if (!document.success) return null;
  const { tool, tests } = document.data.results;
  const failed = readFirst(
    tests.filter(({ status }) => status === 'failed'),
    ({ name, message, trace, filePath, line }) =>
      readFailedTest({
        name: nameInFile(name, filePath),
        tool: tool.name.toLowerCase(),
        message: message ?? '',
        code: null,
        details: trace ?? '',
        places: filePath == null ? [] : [jsonPlace(filePath, line)],
        logLine: 1,
        logEndLine: lineCount,
      }),
  );
  const flaky = tests.find((each) => each.flaky === true);
  const suspicion = flaky && { test: flaky.name, evidence: `${flaky.name} is marked as flaky.`, logLine: 1 };
  return readingOf([...failed, { flaky: suspicion ?? null }]);
};

/** Some runners put the file before the test: pytest's `tests/test_a.py::TestGroup::test_b`. */
function nameInFile(name: string, file: string | null | undefined): string {
  return name.startsWith(`${file}::`) ? name.slice(`${file}::`.length).replaceAll('::', '.') : name;
}
