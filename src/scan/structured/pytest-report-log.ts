import * as z from 'zod';
import { flakyTest, type TestRun } from './flaky-test.js';
import { jsonPlace, looseNumber, looseText } from './json-place.js';
import { parseJson } from './parse-json.js';
import { readFailedTest } from './read-failed-test.js';
import { readFirst, readingOf, type TextReader } from './structured-format.js';

/** pytest-reportlog's JSON lines: pytest's own reports, serialised (`_pytest/reports.py`, `_report_to_json`). */
const entrySchema = z.object({
  data: z.object({
    lines: z.array(z.string()).nullish().catch(null),
    reprfileloc: z.object({ path: z.string(), lineno: z.number(), message: looseText }).nullish().catch(null),
  }),
});
const tracebackSchema = z.object({ reprentries: z.array(entrySchema) });
const crashSchema = z
  .object({ path: z.string(), lineno: looseNumber, message: z.string() })
  .nullish()
  .catch(null);
const chainSchema = z.array(z.tuple([tracebackSchema, z.unknown(), looseText]));
const longSchema = z.object({
  reprcrash: crashSchema,
  reprtraceback: tracebackSchema,
  chain: chainSchema.nullish().catch(null),
});
const reportSchema = z.object({
  $report_type: z.string(),
  nodeid: z.string().default(''),
  outcome: looseText,
  when: looseText,
  longrepr: z
    .union([longSchema, z.string(), z.object({ longrepr: z.string() })])
    .nullish()
    .catch(null),
});

type Report = z.infer<typeof reportSchema>;

/** The key that every record begins with. */
const HEAD = /^\s*\{[^\n]{0,1000}"\$report_type": ?"/;

export const readPytestReportLog: TextReader = (text) => {
  if (!HEAD.test(text)) return null;
  const reports = text.split(/\r?\n/).flatMap((line, index) => {
    const report = reportSchema.safeParse(parseJson(line));
    return report.success ? [{ report: report.data, logLine: index + 1 }] : [];
  });
  const failed = reports.filter(({ report }) => report.outcome === 'failed');
  const flaky = flakyTest(reports.flatMap(({ report, logLine }) => runsOf(report, logLine)));
  return readingOf([...readFirst(failed, ({ report, logLine }) => readReport(report, logLine)), { flaky }]);
};

/** `rerun` is pytest-rerunfailures' word for a run that failed; of the phases of a test only the call counts. */
function runsOf({ nodeid, outcome, when }: Report, logLine: number): TestRun[] {
  if (when !== 'call' || (outcome !== 'passed' && outcome !== 'rerun')) return [];
  const name = nodeid.split('::').slice(1).join('.');
  return [{ key: nodeid, name, end: outcome === 'passed' ? 'passed' : 'failed', logLine }];
}

function readReport({ nodeid, longrepr }: Report, number: number) {
  const [file = '', ...names] = nodeid.split('::');
  const crash =
    typeof longrepr === 'object' && longrepr !== null && 'reprcrash' in longrepr ? longrepr.reprcrash : null;
  return readFailedTest({
    name: names.length === 0 ? null : names.join('.'),
    tool: 'pytest',
    message: crash?.message ?? '',
    code: null,
    details: detailsOf(longrepr),
    places: [
      ...(crash == null ? [] : [jsonPlace(crash.path, crash.lineno)]),
      ...(file === '' ? [] : [jsonPlace(file)]),
    ],
    logLine: number,
    logEndLine: number,
  });
}

/** The failure as pytest prints it. */
function detailsOf(longrepr: Report['longrepr']): string {
  if (longrepr == null) return '';
  if (typeof longrepr === 'string') return longrepr;
  if ('longrepr' in longrepr) return longrepr.longrepr;
  const chain = longrepr.chain ?? [[longrepr.reprtraceback, null, null] as const];
  return chain
    .flatMap(([traceback, , link]) => [
      ...traceback.reprentries.flatMap(linesOf),
      ...(link == null ? [] : ['', link, '']),
    ])
    .join('\n');
}

function linesOf({ data }: z.infer<typeof entrySchema>): readonly string[] {
  const { lines, reprfileloc } = data;
  const place =
    reprfileloc == null
      ? []
      : ['', `${reprfileloc.path}:${reprfileloc.lineno}: ${reprfileloc.message ?? ''}`];
  return [...(lines ?? []), ...place, ''];
}
