import type { StopReason } from '../../src/domain/outcome.js';
import { CHECK, GOOD, sumPlus, WRONG } from './broken-sum.js';
import { FAILED_OUTPUT } from './failed-ci.js';
import type { ModelAnswer } from './scripted-model.js';

/** How a repair comes to one end of its loop, whichever door it came in by. */
export interface LoopEnd {
  readonly reason: StopReason;
  /** The gate, which fails here as it did in CI. */
  readonly gate?: string;
  /** What the failed job printed. */
  readonly output?: string;
  readonly answers?: readonly ModelAnswer[];
  readonly inputs?: Readonly<Record<string, string>>;
}

/** On the commit that failed besides the sample. */
export const FURTHER_FILES = { 'src/auth/login.mjs': 'export const user = 1;\n' };

const attempts = (...replies: readonly (typeof GOOD)[]): readonly ModelAnswer[] =>
  replies.map((reply) => ({ reply }));

const fails = (output: string) => ({
  output,
  gate: `printf '%b\\n' '${output.replaceAll('\n', '\\n')}'; exit 1`,
});

const manyFiles = ['1', '2', '3', '4', '5', '6'].map((name) => ({
  ...{ path: `src/new-${name}.mjs`, oldText: '', newText: 'export {};\n' },
}));

const waits = 'a + b;\nconst wait = (resolve) => setTimeout(resolve, 1);\nwait(() => undefined);';

export const LOOP_ENDS: readonly LoopEnd[] = [
  { reason: 'fixed', answers: attempts(GOOD) },
  {
    reason: 'permission',
    ...fails('npm error code E401\nnpm error 401 Unauthorized - GET https://npm.example.com/x'),
  },
  {
    reason: 'missing-input',
    gate: 'cat data/orders.csv',
    output: 'cat: data/orders.csv: No such file or directory',
  },
  {
    reason: 'missing-dependency',
    gate: 'no-such-tool --version',
    output: '/bin/sh: 1: no-such-tool: not found',
  },
  {
    reason: 'vendor-trace',
    ...fails('Error: boom\n    at f (/x/node_modules/lib/index.js:1:2)\n    at g (node:internal/main:5:6)'),
  },
  { reason: 'sensitive-area', ...fails('src/auth/login.mjs:1: error: wrong user') },
  { reason: 'too-many-files', answers: attempts({ edits: manyFiles }) },
  { reason: 'gate-timeout', gate: 'sleep 60', inputs: { 'gate-timeout': '1' } },
  { reason: 'ambiguous', ...fails('something went wrong') },
  { reason: 'model-gave-up', answers: attempts({ giveUp: 'a matter of taste' }) },
  {
    reason: 'weak-evidence',
    answers: attempts({ edits: [{ path: 'src/sum.mjs', oldText: 'a + b + 1;', newText: waits }] }),
  },
  {
    reason: 'same-error',
    answers: attempts(...WRONG, sumPlus(' + 5', ' + 4')),
    inputs: { 'max-attempts': '5' },
  },
  { reason: 'max-attempts', answers: attempts(sumPlus(' + 2')), inputs: { 'max-attempts': '1' } },
  { reason: 'proposals-exhausted', answers: [{ reply: 'no JSON' }, { reply: 'no JSON again' }] },
  { reason: 'not-reproduced', gate: 'true' },
  {
    reason: 'budget-model-calls',
    answers: attempts(sumPlus(' + 2')),
    inputs: { 'max-model-calls': '1' },
  },
  {
    reason: 'budget-executions',
    answers: attempts(sumPlus(' + 2')),
    inputs: { 'max-executions': '2' },
  },
  { reason: 'budget-cost', inputs: { price: 'scripted=100,1000', 'max-cost': '0.01' } },
  { reason: 'deadline', gate: 'sleep 60', inputs: { deadline: '8' } },
  { reason: 'model-unavailable', inputs: { 'base-url': 'http://127.0.0.1:1/v1' } },
  { reason: 'infra', ...fails('npm error code ECONNRESET\nnpm error network aborted') },
].map((end) => ({ gate: CHECK, output: FAILED_OUTPUT, answers: [], inputs: {}, ...end }) as LoopEnd);
