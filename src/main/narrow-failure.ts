import { outcome } from '../domain/outcome.js';
import type { Target } from './find-target.js';
import type { Failure } from './read-failure.js';

/**
 * The failed job that the command names as its gate. All of them stay when it names none, or a gate that the repository
 * lists; a name that is neither ends the run.
 */
export function narrowFailure(failure: Failure, { asked, door }: Target): Failure {
  const name = asked?.command.gate ?? null;
  if (name === null || Object.hasOwn(door.gates, name) || failure.checks.length === 0) return failure;
  const checks = failure.checks
    .map((check) => ({ ...check, jobs: check.jobs.filter((job) => job.name === name) }))
    .filter(({ jobs }) => jobs.length > 0);
  if (checks.length > 0) return { ...failure, checks };
  const jobs = failure.checks.flatMap((check) => check.jobs.map((job) => job.name));
  const known = [...Object.keys(door.gates), ...jobs].join(', ');
  const end = outcome('not-a-command', `No gate and no failed job is named ${name}; there are: ${known}.`);
  return { kind: 'end', outcome: end, checks: failure.checks };
}
