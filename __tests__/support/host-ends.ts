import type { StopReason } from '../../src/domain/outcome.js';
import type { BrokenPull } from './comment-ci.js';
import { FAILED_OUTPUT } from './failed-ci.js';
import type { NewFailedRun } from './github/failed-run.js';

/** How a repair of a pull request's head ends by what the host says, before or beside the loop. */
export interface HostEnd {
  readonly reason: StopReason;
  /** Before the run fails. */
  readonly arrange?: (broken: BrokenPull) => void;
  readonly run?: NewFailedRun;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

const jobs = [{ name: 'test', output: FAILED_OUTPUT }];

export const HOST_ENDS: readonly HostEnd[] = [
  { reason: 'workflow-invalid', run: { conclusion: 'startup_failure' } },
  { reason: 'log-expired', run: { jobs: [{ ...jobs[0], logIsExpired: true }] } },
  {
    reason: 'red-on-base',
    arrange: ({ github }) => github.addFailedRun({ jobs }),
  },
  {
    reason: 'flaky',
    run: {
      jobs: [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }],
      ...{ rerunConclusion: 'success', rerunReads: 1 },
    },
    inputs: { 'wait-for-checks': '40' },
  },
  { reason: 'opted-out', arrange: ({ github, pull }) => github.person.label(pull.number, 'no-smart-fix') },
  {
    reason: 'protected-target',
    arrange: ({ github }) => github.state.repository.protectedBranches.push('topic'),
    inputs: { 'on-success': 'push' },
  },
  {
    reason: 'sandbox-unavailable',
    inputs: { sandbox: 'docker' },
    environment: { DOCKER_HOST: 'unix:///nowhere.sock' },
  },
  {
    reason: 'platform-unavailable',
    arrange: ({ github }) => github.faults.plan('pulls/create', { kind: 'status', status: 502 }, 2),
  },
  {
    reason: 'rate-limited',
    arrange: ({ github }) =>
      github.faults.plan('actions/list-jobs-for-workflow-run-attempt', {
        kind: 'primary-limit',
        resetSeconds: 3600,
      }),
  },
  {
    reason: 'permission-revoked',
    arrange: ({ github }) =>
      github.faults.plan('actions/list-jobs-for-workflow-run-attempt', { kind: 'status', status: 401 }),
  },
];
