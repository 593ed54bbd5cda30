import { expect, test } from '@jest/globals';
import { outcomeOfError } from '../../src/main/outcome-of-error.js';

test.each([
  [500, 'deferred', 'platform-unavailable'],
  [502, 'deferred', 'platform-unavailable'],
  [403, 'needs-human', 'permission'],
  [401, 'failed', 'permission-revoked'],
  [422, 'failed', 'internal'],
])('an answer of %s that nobody looked after ends as %s (%s)', (status, end, stopReason) => {
  const error = Object.assign(new Error('said'), { status });
  expect(outcomeOfError(error)).toMatchObject({ status: end, stopReason });
});
