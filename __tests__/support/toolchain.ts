import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** True when the shell finds the tool and the tool answers. */
function answers(probe: string): boolean {
  return spawnSync('/bin/sh', ['-c', probe], { stdio: 'ignore' }).status === 0;
}

export interface Toolchain {
  /** `test`, or on a machine without the tool a test that is left out by name. */
  readonly test: typeof test;
}

/**
 * Tests that need a tool of this machine. `probe` is a command that only answers where the tool works. What is left out
 * is said on standard error, and a test holds that the machine lacks it indeed.
 */
export function toolchain(probe: string): Toolchain {
  const isThere = answers(probe);
  if (!isThere) console.warn(`tests left out, since "${probe}" does not work on this machine`);
  test(`the tests with ${probe} are left out only where it is lacking`, () => {
    expect(isThere).toBe(answers(probe));
  });
  return { test: (isThere ? test : test.skip) as typeof test };
}
