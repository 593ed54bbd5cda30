import { expect, test } from '@jest/globals';
import { readJobPermissions } from '../../../src/adapters/workflow/read-job-permissions.js';

const job = (top: string, own: string) =>
  `on: push\n${top}jobs:\n  repair:\n    runs-on: ubuntu-24.04\n${own}`;

function levels(text: string): readonly string[] | 'default' | null {
  const permissions = readJobPermissions(text, 'repair');
  return typeof permissions === 'function' ? ['contents', 'issues'].map(permissions) : permissions;
}

test.each([
  [
    'what the job says holds',
    job('permissions: read-all\n', '    permissions: { contents: write }\n'),
    ['write', 'none'],
  ],
  [
    'else what the workflow says',
    job('permissions: { contents: read, issues: write }\n', ''),
    ['read', 'write'],
  ],
  ['nothing given is nothing', job('permissions: {}\n', ''), ['none', 'none']],
  ['an empty key gives nothing', job('permissions:\n', ''), ['none', 'none']],
  ['all may be read', job('permissions: read-all\n', ''), ['read', 'read']],
  ['all may be written', job('', '    permissions: write-all\n'), ['write', 'write']],
  ['nothing said leaves it to the settings', job('', ''), 'default'],
  ['another job says nothing of this one', job('', '').replace('repair', 'other'), null],
  ['what is no workflow says nothing', '- a\n- b\n', null],
  ['what is no YAML says nothing', 'a: [', null],
])('%s', (_, text, expected) => {
  expect(levels(text)).toEqual(expected);
});
