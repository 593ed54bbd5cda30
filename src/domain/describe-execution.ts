import type { CommandEnd, TestCount } from './execution.js';

/** How a command ended, in the words of every report. */
export function describeEnd(end: CommandEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit ${end.exitCode}`;
    case 'signalled':
      return `killed by ${end.signal}`;
    case 'timed-out':
      return end.limit === 'deadline' ? "cut off by the run's deadline" : "cut off by the gate's time limit";
    case 'cancelled':
      return 'cancelled';
  }
}

export function describeTests(count: TestCount | null): string {
  return count === null
    ? 'no tests counted'
    : `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
}

/** `0.4 s`, `12.0 s`, `3 min 5 s`. */
export function describeDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
