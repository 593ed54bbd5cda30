import { expect, test } from '@jest/globals';
import { parsePs } from '../../../src/adapters/process/list-processes.js';

test('ps lines are read with their environment; zombies are nobody', () => {
  const text = [
    '    1     0     1 Ss   /sbin/launchd',
    '  812     1   812 S    /bin/sh -c sleep 9 PATH=/bin SMART_FIX_RUN=abc123',
    '  813   812   812 Z    (sleep)',
    '',
  ].join('\n');
  expect(
    parsePs(text, 'abc123').map(({ pid, parent, group, marked }) => [pid, parent, group, marked]),
  ).toEqual([
    [1, 0, 1, false],
    [812, 1, 812, true],
  ]);
});
