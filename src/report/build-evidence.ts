import { describeEnd, describeTests } from '../domain/describe-execution.js';
import type { AcceptanceCheck, CommandRun, DifferentialPurpose, Execution } from '../domain/execution.js';
import type { RunState } from '../ledger/fold.js';
import type { Report } from './report.js';

type ReportedEvidence = NonNullable<Report['evidence']>;
type Step = ReportedEvidence['steps'][number];

/** What each check asks, in the order in which a person wants to know. */
const QUESTIONS: readonly (readonly [AcceptanceCheck['name'], string, DifferentialPurpose | null])[] = [
  ['test-names', 'Are the tests the same by name, and do those that failed pass?', null],
  ['test-count', 'Do as many tests run as before?', null],
  ['consistent-result', 'Do exit codes and counted tests agree?', null],
  ['protected-files', 'Are the protected files those of the base?', null],
  ['tree-unchanged', 'Is the tree that was judged the tree that is published?', null],
  ['source-from-base', 'Do the tests of the patch fail on the source of the base?', 'source-from-base'],
  ['repeats', 'Does the pass come again?', 'patch-again'],
];

/** What speaks for the newest revision when it passed: what was run, what it showed and what it took. Null otherwise. */
export function buildEvidence(state: RunState): Report['evidence'] {
  const execution = state.executions.at(-1);
  const base = state.executions[0];
  if (execution?.evidence == null || base === undefined) return null;
  const { grade, why } = execution.evidence;
  return {
    grade,
    why,
    steps: [
      step('Is the gate red on the untouched base?', describeRuns(base), timeOf(base.commands)),
      ...baseAgain(state),
      step('Does the whole gate pass on the patch?', describeRuns(execution), timeOf(execution.commands)),
      ...QUESTIONS.flatMap(([name, question, purpose]) => {
        const check = execution.checks.find((each) => each.name === name);
        const time = purpose === null ? null : timeBeside(state, execution, purpose);
        return check === undefined ? [] : [step(question, check.detail, time)];
      }),
    ],
  };
}

const step = (question: string, showed: string, durationMs: number | null): Step => ({
  question,
  showed,
  durationMs,
});

function baseAgain({ differentials }: RunState): readonly Step[] {
  return differentials
    .filter(({ purpose }) => purpose === 'base-again')
    .map((run) => step('Is it red there once more, in the same way?', describeRuns(run), run.durationMs));
}

function describeRuns({ status, commands }: Pick<Execution, 'status' | 'commands'>): string {
  const said = commands.map((run) => `${run.command}: ${describeEnd(run.end)}${testsOf(run)}`);
  return `${status}: ${said.join('; ')}`;
}

const testsOf = ({ tests }: CommandRun): string => (tests === null ? '' : `, ${describeTests(tests)}`);

const timeOf = (commands: readonly CommandRun[]): number =>
  commands.reduce((sum, { durationMs }) => sum + durationMs, 0);

function timeBeside({ differentials }: RunState, { revisionId }: Execution, purpose: DifferentialPurpose) {
  return differentials
    .filter((run) => run.purpose === purpose && run.revisionId === revisionId)
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
}
