import type { AttemptReport, Report } from '../report.js';

/** What a step came to; decides its colour. */
type Mark = 'done' | 'good' | 'bad';

interface Step {
  readonly text: string;
  readonly mark: Mark;
}

const STYLES = [
  'classDef good fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  'classDef bad fill:#ffebe9,stroke:#cf222e,color:#1f2328',
  'classDef done fill:#f6f8fa,stroke:#57606a,color:#1f2328',
];

/**
 * The corridor of this run as a Mermaid picture: one step after the other, each with what it came to. Its labels are
 * words of ours and numbers alone, so that nothing in it can be markup.
 */
export function renderCorridor(report: Report): string {
  const steps = [
    { text: 'CI failed', mark: 'bad' } as const,
    { text: `scan: ${report.finding?.category ?? 'nothing'}`, mark: 'done' } as const,
    ...baselineOf(report),
    ...report.attempts.flatMap((attempt) => stepsOf(attempt, report)),
    ...proofOf(report),
    { text: `report: ${report.stopReason}`, mark: markOf(report.status === 'completed') } as const,
  ];
  const nodes = steps.map(({ text, mark }, index) => `  s${index}["${text}"]:::${mark}`);
  const path = `  ${steps.map((_, index) => `s${index}`).join(' --> ')}`;
  return ['```mermaid', 'flowchart LR', ...nodes, path, ...STYLES.map((style) => `  ${style}`), '```'].join(
    '\n',
  );
}

const markOf = (isGood: boolean): Mark => (isGood ? 'good' : 'bad');

function baselineOf({ runs }: Report): readonly Step[] {
  const [base] = runs;
  return base === undefined
    ? []
    : [{ text: `gate on the base: ${base.status}`, mark: markOf(base.status === 'passed') }];
}

function stepsOf(
  { attempt, strategy, result, rejection, revisionId }: AttemptReport,
  report: Report,
): readonly Step[] {
  const proposed: Step = { text: `repair ${attempt}: ${strategy}`, mark: 'done' };
  if (rejection !== null) return [proposed, { text: `policy: ${rejection.code}`, mark: 'bad' }];
  const run = report.runs.find((each) => each.revisionId === revisionId);
  if (run === undefined) return [proposed, { text: `verify: ${result}`, mark: 'bad' }];
  return [proposed, { text: `verify: gate ${run.status}`, mark: markOf(run.status === 'passed') }];
}

function proofOf({ realChecks }: Report): readonly Step[] {
  return realChecks.map(({ verdict }) => ({
    text: `real checks: ${verdict.kind}`,
    mark: markOf(verdict.kind === 'green'),
  }));
}
