import { expect, test } from '@jest/globals';
import { STOP_REASONS } from '../../../src/domain/outcome.js';
import { renderCorridor } from '../../../src/report/render/corridor.js';
import { renderReason } from '../../../src/report/render/escalation.js';
import { renderPlace, renderPlaces } from '../../../src/report/render/failure.js';
import { failureContext, hostedReport } from '../../support/hosted-failure.js';

const { run } = failureContext();

test('a place is a permanent link to the line of the commit that failed', () => {
  expect(renderPlace(run, 'src/cart.ts', 2)).toBe(
    '[`src/cart.ts:2`](https://github.com/octo/project/blob/c0ffee/src/cart.ts#L2)',
  );
  expect(renderPlace(run, 'README', null)).toBe(
    '[`README`](https://github.com/octo/project/blob/c0ffee/README)',
  );
});

test('on another server the link goes to that server', () => {
  const there = { ...run, url: 'https://ghe.example/octo/project/actions/runs/42' };
  expect(renderPlace(there, 'a', 1)).toContain('](https://ghe.example/octo/project/blob/');
});

test('no name of a file ends its link or opens another', () => {
  const place = renderPlace(run, 'a)](https://evil.example) [b`\n/c #1?.ts', 1);
  expect(place).toMatch(/^\[`[^`]*`\]\(https:\/\/github\.com\/octo\/project\/blob\/c0ffee\/[\w%./-]+#L1\)$/);
});

test('at most ten places are listed, and how many more there are', () => {
  const [check] = failureContext().checks;
  const findings = Array.from({ length: 13 }, () => check!.scan.findings[0]!);
  const context = { ...failureContext(), checks: [{ ...check!, scan: { ...check!.scan, findings } }] };
  const list = renderPlaces(context).split('\n').slice(2);
  expect([list.length, list.at(-1)]).toEqual([11, '- … and 3 more']);
});

test.each([...STOP_REASONS['needs-human'], ...STOP_REASONS.partial])(
  'the end %s is told in plain words, with what is to decide',
  (stopReason) => {
    const [why, said, decide] = renderReason({ stopReason, detail: 'In detail.' }).split('\n\n');
    expect(why).toMatch(/^[A-Z].+\.$/);
    expect(said).toBe(`**${stopReason}**: In detail.`);
    expect(decide).toMatch(/^\*\*To decide:\*\* .+\.$/);
  },
);

test('the picture of the corridor shows each attempt with what became of it, in words of ours alone', () => {
  const report = hostedReport({ fixed: true, words: '"]; click s0 href "https://evil.example"' });
  const finding = { ...report.finding!, message: 'x"]-->y' };
  const picture = renderCorridor({ ...report, finding });
  expect(picture).toContain('s3["repair 1: model"]:::done');
  expect(picture).toContain('s4["verify: gate failed"]:::bad');
  expect(picture).toContain('s6["verify: gate passed"]:::good');
  expect(picture).toContain('s7["report: fixed"]:::good');
  expect(picture).toContain('  s0 --> s1 --> s2 --> s3 --> s4 --> s5 --> s6 --> s7\n');
  expect(picture).not.toMatch(/evil|click|x"\]/);
});

test('a refused proposal ends in the picture at policy, with its code', () => {
  const report = hostedReport({ fixed: false, words: 'w' });
  const rejection = { code: 'protected-path', detail: 'x"]' } as const;
  const attempts = report.attempts.map((each) => ({ ...each, rejection, result: 'rejected' as const }));
  expect(renderCorridor({ ...report, attempts })).toContain('s4["policy: protected-path"]:::bad');
});
