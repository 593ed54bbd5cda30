import { expect, test } from '@jest/globals';
import { renderEscalation } from '../../../src/report/render/escalation.js';
import { renderJobSummary } from '../../../src/report/render/job-summary.js';
import { renderPullRequest } from '../../../src/report/render/pull-request.js';
import type { Report } from '../../../src/report/report.js';
import { failureContext, hostedReport } from '../../support/hosted-failure.js';

/** What GitHub takes: characters of a body, bytes of a summary. */
const BODY = 65_536;
const SUMMARY = 1024 * 1024;

/** A report whose attempts have a diff of `length` characters and words as long. */
function large(length: number, count = 2): Report {
  const report = hostedReport({ fixed: true, words: 'Words.' });
  const [first] = report.attempts;
  const diff = `--- a/x\n+++ b/x\n${'+ a line of \u{1F600} code\n'.repeat(length / 20)}`;
  return { ...report, attempts: Array.from({ length: count }, () => ({ ...first!, diff })) };
}

const withWords = (length: number): Report => {
  const report = large(100);
  return {
    ...report,
    attempts: report.attempts.map((each) => ({ ...each, diagnosis: 'word '.repeat(length / 5) })),
  };
};

const BODIES = [
  ['pull request', (report: Report) => renderPullRequest(report, failureContext()).body],
  ['issue', (report: Report) => renderEscalation(report, failureContext()).body],
] as const;

const LINK = 'the log of this run](https://github.com/octo/project/actions/runs/43)';

test.each(BODIES)('a %s that fits says everything', (_, render) => {
  const body = render(large(20_000));
  expect(body).toContain('+ a line of');
  expect(body).toContain('From the log of');
  expect(body).not.toContain(LINK);
});

test.each(BODIES)(
  'a longer %s leaves diffs and excerpts out, keeps the words and says where the rest is',
  (_, render) => {
    const body = render(large(60_000));
    expect(body.length).toBeLessThan(BODY);
    expect(body).not.toContain('+ a line of');
    expect(body).not.toContain('From the log of');
    expect(body).toContain('Attempt 1: gate-red');
    expect(body).toContain('> Words.');
    expect(body).toContain(LINK);
  },
);

test.each(BODIES)(
  'a %s of even longer words keeps the failure, the evidence and the way to the rest',
  (_, render) => {
    const body = render(withWords(200_000));
    expect(body.length).toBeLessThan(BODY);
    expect(body).not.toContain('word word');
    expect(body).toContain('failed on `main` at `c0ffee`');
    expect(body).toContain('**Evidence: grade B.**');
    expect(body).toContain('git switch --detach c0ffee');
    expect(body).toContain(LINK);
  },
);

test('a job summary counts bytes, and takes the same steps', () => {
  const summary = (report: Report) => renderJobSummary(report, failureContext());
  expect(summary(large(400_000))).toContain('+ a line of');
  const short = summary(large(700_000));
  expect(Buffer.byteLength(short)).toBeLessThan(SUMMARY);
  expect(short).not.toContain('+ a line of');
  expect(short).toContain('> Words.');
  const link = summary(withWords(1_000_000));
  expect(Buffer.byteLength(link)).toBeLessThan(SUMMARY);
  expect(link).not.toContain('word word');
  expect(link).toContain(LINK);
});

test('a summary that not even a link would make fit is cut with its blocks closed', () => {
  const context = { ...failureContext(), gateNotes: ['\u20ac'.repeat(900_000)] };
  const text = renderJobSummary(large(100), context);
  expect(Buffer.byteLength(text)).toBeLessThan(SUMMARY);
  expect(text).toMatch(/`{3,}\n\n<\/details>\n\n\(cut to fit/);
});
