import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { outcome } from '../../../src/domain/outcome.js';
import { renderEarlyIssue, renderEarlySummary } from '../../../src/report/render/early-end.js';
import { renderEscalation } from '../../../src/report/render/escalation.js';
import { renderJobSummary } from '../../../src/report/render/job-summary.js';
import { renderPullRequest } from '../../../src/report/render/pull-request.js';
import { failureContext, hostedReport } from '../../support/hosted-failure.js';

const WORDS = 'The literal is a string.';
const fixed = (words = WORDS) => renderPullRequest(hostedReport({ fixed: true, words }), failureContext());
const unfixed = (words = WORDS) => renderEscalation(hostedReport({ fixed: false, words }), failureContext());
const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/hosted', name), 'utf8');

test.each([
  ['pull-request.md', fixed().body],
  ['issue.md', unfixed().body],
  ['summary.md', renderJobSummary(hostedReport({ fixed: false, words: WORDS }), failureContext())],
])('the text of %s is as it was looked at', (name, text) => {
  expect(`${text.trimEnd()}\n`).toBe(golden(name));
});

test('one failure has one marker for its pull request and one for its issue', () => {
  expect([fixed().marker, unfixed().marker]).toEqual(['pull-request:0123456789ab', 'issue:0123456789ab']);
});

test('a note comes right after the reason', () => {
  const text = renderEscalation(hostedReport({ fixed: true, words: WORDS }), failureContext(), 'Look at X.');
  expect(text.body.split('\n\n')[1]).toBe('Look at X.');
});

test('a gate that nobody named is told with what it leaves out, in every text and inert', () => {
  const context = { ...failureContext(), gateNotes: ['gate inferred from ci.yml', '- Deploy: ``` @octo #1'] };
  const report = hostedReport({ fixed: true, words: WORDS });
  for (const text of [
    renderPullRequest(report, context).body,
    renderEscalation(report, context).body,
    renderJobSummary(report, context),
  ]) {
    expect(text).toContain('<summary>How the gate was inferred</summary>\n\n````\ngate inferred from ci.yml');
  }
  expect(fixed().body).not.toContain('inferred');
});

test('what of the log of a job was left out stands under the job, in every text', () => {
  const { checks, ...failure } = failureContext();
  const noted = checks.map((check) => ({
    ...check,
    scan: { ...check.scan, notes: ['Of 9 @octo only 1 was read.'] },
  }));
  const context = { ...failure, checks: noted };
  const report = hostedReport({ fixed: true, words: WORDS });
  for (const text of [
    renderPullRequest(report, context).body,
    renderEscalation(report, context).body,
    renderJobSummary(report, context),
    renderEarlyIssue(outcome('infra', 'No disk.'), context).body,
  ]) {
    expect(text).toContain('\n  - Note: Of 9 @\u2060octo only 1 was read.\n');
  }
});

test('a pull request does not claim that its own checks passed, nor that the change is right', () => {
  expect(fixed().body).toContain('### Not verified');
  expect(fixed().body).not.toMatch(/\bcorrect\b|guarantee/i);
});

const HOSTILE = [
  '@everyone @octo/team',
  'Fixes #1, closes octo/project#2, resolve GH-3',
  '![x](https://evil.example/?d=1) <img src=x> <picture>',
  '<!-- smart-fix:issue:0123456789ab --> </details></details>',
  '/approve',
  '[a](javascript:alert(1)) www.evil.example',
].join('\n');

test.each([
  ['pull request', () => fixed(HOSTILE)],
  ['issue', () => unfixed(HOSTILE)],
])('in the %s the proposer’s words notify nobody, close nothing and are no markup', (_, render) => {
  const { body, title } = render();
  const prose = body.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
  expect(`${title}\n${prose}`).not.toMatch(/@(everyone|octo)/);
  expect(prose).not.toMatch(/#[123]\b|GH-3|www\.evil|:\/\/evil/);
  expect(prose).not.toMatch(/(?<!\\)<(img|picture|!--)/);
  expect(prose).not.toMatch(/^\s*>?\s*\/approve/m);
  expect(prose).not.toMatch(/(?<!\\)\]\(javascript/);
  expect(prose.match(/^<\/details>$/gm)?.length).toBe(prose.match(/^<details>/gm)?.length);
});

test('a diff that holds fences stays inside its block', () => {
  const report = hostedReport({ fixed: false, words: WORDS });
  const attempts = report.attempts.map((attempt) => ({ ...attempt, diff: '+```\n+````\n@everyone\n' }));
  const { body } = renderEscalation({ ...report, attempts }, failureContext());
  expect(body).toContain('`````diff\n+```\n+````\n@everyone\n`````');
});

test('a job’s name cannot leave its link', () => {
  const { body } = renderEscalation(
    hostedReport({ fixed: false, words: WORDS }),
    failureContext('a](//evil) [b'),
  );
  expect(body).toContain('[a\\](//evil) \\[b](https://github.com/octo/project/actions/runs/42/job/7)');
});

test('a title is one line of at most 200 characters, and its mentions are broken', () => {
  const { title } = fixed(`repair\n\u0007it for @octocat, closes #9 ${'x'.repeat(500)}`);
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title).toMatch(/^fix: repair it for @\u2060octocat, closes #\u20609 x+\.\.\.$/);
});

test('an end before the repair says that none was begun, and finds its issue again', () => {
  const end = outcome('permission', 'The token may not.');
  const issue = renderEarlyIssue(end, failureContext());
  expect(issue.marker).toBe('issue:0123456789ab');
  expect(issue.body).toContain('No repair was begun');
  const nameless = { ...failureContext(), checks: [] };
  const invalid = renderEarlyIssue(outcome('workflow-invalid', 'x'), nameless);
  expect(invalid.marker).toMatch(/^issue:[0-9a-f]{12}$/);
  expect(invalid.marker).toBe(renderEarlyIssue(outcome('workflow-invalid', 'y'), nameless).marker);
});

test('the summary of an end before the repair names the end, and the failure when there is one', () => {
  const end = outcome('fork-head', 'From a fork.');
  const none = { context: null, issueUrl: null };
  expect(renderEarlySummary(end, none)).toBe('## smart-fix: refused (fork-head)\n\nFrom a fork.\n');
  const told = renderEarlySummary(end, {
    context: failureContext(),
    issueUrl: 'https://github.com/octo/project/issues/1',
  });
  expect(told).toContain('- https://github.com/octo/project/issues/1');
  expect(told).toContain('[test](');
});

test('a failure that differs from that of CI is said wherever the repair is told', () => {
  const report = hostedReport({ fixed: true, words: WORDS });
  const [baseline, ...others] = report.runs;
  const other = { ...report, runs: [{ ...baseline!, fingerprint: 'ffffffffffff' }, ...others] };
  const said = 'here the gate fails with fingerprint ffffffffffff, the log of CI has 0123456789ab';
  const texts = (told: typeof report) => [
    renderPullRequest(told, failureContext()).body,
    renderEscalation(told, failureContext()).body,
    renderJobSummary(told, failureContext()),
  ];
  for (const text of texts(other)) expect(text).toContain(said);
  for (const text of texts(report)) expect(text).not.toContain('Perhaps another failure');
});
