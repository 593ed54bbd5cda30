import { expect, test } from '@jest/globals';
import { scanLog } from '../../src/scan/scan-log.js';

test.each([
  ['##[error]The operation was canceled.', 'infra', false],
  ['##[error]Unable to download artifact(s): Artifact not found for name: wheels', 'infra', false],
  ["fatal: couldn't find remote ref refs/heads/gone", 'infra', false],
  ['CONFLICT (content): Merge conflict in src/a.ts', 'infra', true],
  ['##[error]Unable to resolve action acme/missing, repository not found', 'config', true],
  ['##[error]Input required and not supplied: token', 'config', true],
  ['error: externally-managed-environment', 'config', true],
  ['E: Unable to locate package libnope-dev', 'dependency', true],
  ["python3: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found", 'dependency', true],
  ['ERROR: No matching distribution found for nope==9', 'dependency', true],
  ['Could not reach host index.example.org. Check your network connection', 'transient', false],
  ['dial tcp 10.0.0.1:443: i/o timeout', 'transient', false],
  ['E: Failed to fetch http://archive.example.org/x.deb', 'transient', false],
  ['fatal: unable to access: The requested URL returned error: 503', 'transient', false],
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'oom', false],
  ['##[error]Process completed with exit code 124.', 'timeout', false],
  ['/work/.tox/py/bin/python: No module named pytest', 'dependency', true],
  [
    "sphinx.errors.ExtensionError: Could not import extension nope_ext (exception: No module named 'nope_ext')",
    'dependency',
    true,
  ],
  ['nox > Program nosuchlinter not found.', 'config', true],
  ['nox > Sessions not found: gone', 'config', true],
  ["lint: Exception running subprocess [Errno 2] No such file or directory: 'nosuchlinter'", 'config', true],
  ['python -m pytest: error: unrecognized arguments: --cov=shop', 'config', true],
  ['An error occurred (AccessDenied) when calling the PutObject operation', 'permission', false],
  ['remote: Permission to acme/shop.git denied to bot.', 'permission', false],
])('%s is %s (actionable: %s)', (line, category, actionable) => {
  const scan = scanLog({ log: `some output\n${line}\n`, repositoryFiles: [] });
  expect([scan.category, scan.actionable]).toEqual([category, actionable]);
});

test('what the runner calls an error speaks before what only looks like one', () => {
  const log = 'cache: AccessDenied\n##[error]Input required and not supplied: token\n';
  expect(scanLog({ log, repositoryFiles: [] }).category).toBe('config');
});

test('a full disk explains a failure that also has a place', () => {
  const log = 'src/a.c:1:1: error: cannot write\nfatal error: No space left on device\n';
  expect(scanLog({ log, repositoryFiles: ['src/a.c'] }).category).toBe('infra');
});

test('a connection that a located test failed to make is that test', () => {
  const log = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at f (test/db.js:3:1)\n';
  expect(scanLog({ log, repositoryFiles: ['test/db.js'] }).category).toBe('test');
});
