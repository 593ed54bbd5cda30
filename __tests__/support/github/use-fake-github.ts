import { afterEach } from '@jest/globals';
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from './fake-github.js';

/**
 * A starter of fakes for one test file. After each test its fakes are closed, and the test fails when GitHub was used
 * wrongly.
 */
export function useFakeGithub(): (options?: FakeGithubOptions) => Promise<FakeGithub> {
  const started: FakeGithub[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((fake) => fake.close()));
  });
  return async (options) => {
    const fake = await startFakeGithub(options);
    started.push(fake);
    return fake;
  };
}
