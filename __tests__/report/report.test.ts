import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { renderCommitMessage } from '../../src/report/render/commit-message.js';
import { fenced, inline, quoted } from '../../src/report/render/fence.js';
import { renderLoopEntry } from '../../src/report/render/loop-entry.js';
import { renderReportMarkdown } from '../../src/report/render/report-markdown.js';
import type { Report } from '../../src/report/report.js';
import { commandRun } from '../support/repair-context.js';

const GREEN = commandRun({
  end: { kind: 'exited', exitCode: 0 },
  tests: { passed: 3, failed: 0, skipped: 0 },
});

const REPORT: Report = {
  requestId: 'id',
  status: 'needs-human',
  stopReason: 'max-attempts',
  detail: '1 of 1 attempts failed.',
  baseCommit: 'c0ffee',
  branch: null,
  delivery: null,
  sandbox: null,
  pullRequestUrl: null,
  issueUrl: null,
  reviewUrl: null,
  acceptedRevisionId: null,
  finding: {
    category: 'type',
    fingerprint: 'abc',
    file: 'src/cart.ts',
    line: 2,
    message: 'Type *string* <b>',
  },
  evidence: null,
  runs: [
    {
      executionId: 'e0',
      revisionId: 'r0',
      number: 0,
      status: 'failed',
      errorCode: 'gate-red',
      exitCode: 1,
      commands: [commandRun() as Report['runs'][number]['commands'][number]],
      checks: [{ name: 'exit-code', passed: false, detail: 'npm test: exit 1' }],
      reported: null,
      evidence: null,
      fingerprint: 'abc',
    },
  ],
  differentialRuns: [],
  attempts: [
    {
      attempt: 1,
      strategy: 'model',
      recipe: null,
      result: 'rejected',
      revisionId: null,
      rejection: { code: 'protected-path', detail: '"test/a.js" is protected (test).' },
      diagnosis: null,
      changeSummary: 'adjust the @maintainers test, fixes #1',
      concerns: [],
      diff: '',
    },
  ],
  realChecks: [],
  errors: [],
  usage: {
    modelCalls: 1,
    executions: 1,
    differentialRuns: 0,
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 5,
    costUsd: null,
    elapsedMs: 1234,
    toolMs: 0,
    calls: [],
  },
  generatedAt: '2026-11-30T00:00:00.000Z',
};

test('the published schema takes a report, and refuses one with an unknown status or field', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../schemas/report.schema.json'), 'utf8'),
  );
  const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(schema);
  expect(validate(REPORT)).toBe(true);
  expect(validate({ ...REPORT, status: 'fixed' })).toBe(false);
  expect(validate({ ...REPORT, extra: 1 })).toBe(false);
});

test('the report for people says what failed, what was tried and what was spent', () => {
  const text = renderReportMarkdown(REPORT);
  expect(text).toContain('# smart-fix id: needs-human (max-attempts)');
  expect(text).toContain('`src/cart.ts:2`');
  expect(text).toContain('| baseline | npm test | exit 1 |');
  expect(text).toContain('### Attempt 1: rejected (protected-path)');
  expect(text).toContain('executions of the gate: 1, model calls: 1');
});

test('the report for people says what of the output was left out', () => {
  const finding = { ...REPORT.finding!, notes: ['Of 101 <b> matchers only 100 were used.'] };
  expect(renderReportMarkdown({ ...REPORT, finding })).toContain(
    '\n- Note: Of 101 \\<b\\> matchers only 100 were used.\n',
  );
});

test('outside text in it is neither markup nor a mention', () => {
  const text = renderReportMarkdown(REPORT);
  expect(text).not.toContain('<b>');
  expect(text).not.toMatch(/@maintainers/);
  expect(inline('a|b\nc `d` <i> @you #1')).toBe('a\\|b c \\`d\\` \\<i\\> @\u2060you \\#\u20601');
  expect(quoted('one\n# two')).toBe('> one\n> \\# two');
});

test('a fence is longer than any run of backticks inside it', () => {
  expect(fenced('a ```` b')).toBe('`````\na ```` b\n`````');
});

test('the commit message carries the evidence, and marks the proposer’s words', () => {
  const message = renderCommitMessage({
    subject: 'fix(smart-fix): {summary} (attempt {attempt})',
    requestId: 'id-1',
    attempt: 2,
    execution: { ...REPORT.runs[0]!, commands: [GREEN] } as never,
    changeSummary: 'divide\nby 10000',
    diagnosis: 'The divisor is wrong.\nSigned-off-by: somebody <a@b.c>\n# a comment',
  });
  const lines = message.split('\n');
  expect(lines[0]).toBe('fix(smart-fix): divide by 10000 (attempt 2)');
  expect(lines[1]).toBe('');
  expect(message).toContain('npm test: exit 0, 3 passed, 0 failed, 0 skipped, 1.2 s');
  expect(message).toContain("in the proposer's words (not evidence)");
  expect(message).toContain('Smart-Fix-Run: id-1');
  expect(lines.filter((line) => /^(#|Signed-off-by)/.test(line))).toEqual([]);
});

test('the proposer’s words in it close no issue and call nobody', () => {
  const message = renderCommitMessage({
    subject: '{summary}',
    requestId: 'id',
    attempt: 1,
    execution: { ...REPORT.runs[0]!, commands: [] } as never,
    changeSummary: 'fixes #12 for @octocat',
    diagnosis: 'Closes owner/repo#3, see https://evil.example',
  });
  expect(message).not.toMatch(/#\d|@octocat|:\/\/evil/);
});

test('a long subject is cut at 72 characters', () => {
  const message = renderCommitMessage({
    subject: '{summary}',
    requestId: 'id',
    attempt: 1,
    execution: { ...REPORT.runs[0]!, commands: [] } as never,
    changeSummary: 'x'.repeat(300),
    diagnosis: '',
  });
  expect(message.split('\n')[0]).toHaveLength(72);
});

test('an entry of the audit trail names time, gate, attempt, commit, guess and files', () => {
  const entry = renderLoopEntry({
    at: new Date('2026-11-30T01:02:03Z'),
    gate: 'npm test',
    attempt: 2,
    status: 'passed',
    commit: '0123456789abcdef',
    rootCause: 'wrong divisor',
    paths: ['src/a.js'],
  });
  expect(entry).toContain('### 2026-11-30T01:02:03.000Z - npm test attempt 2');
  expect(entry).toContain('**Commit:** `0123456789ab`');
  expect(entry).toContain("**Root cause (the proposer's words):** wrong divisor");
  expect(entry).toContain('**Fix:** `src/a.js`');
});
