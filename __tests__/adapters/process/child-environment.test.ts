import { expect, test } from '@jest/globals';
import { childEnvironment, withoutTestCache } from '../../../src/adapters/process/child-environment.js';

const options = { extraNames: [], temporaryDirectory: '/ws/tmp' };
const namesOf = (base: Record<string, string>, extraNames: string[] = []) =>
  Object.keys(childEnvironment(base, { ...options, extraNames })).filter(
    (name) => !['TMPDIR', 'TMP', 'TEMP'].includes(name),
  );

test.each([
  'PATH',
  'Path',
  'HOME',
  'LC_ALL',
  'XDG_CACHE_HOME',
  'PYENV_ROOT',
  'JAVA_HOME_21_X64',
  'GOMODCACHE',
  'pythonLocation',
  'https_proxy',
  'SSL_CERT_FILE',
  'PIP_INDEX_URL',
  'CI',
])('%s passes', (name) => {
  expect(namesOf({ [name]: 'https://host.example/x' })).toEqual([name]);
});

test.each([
  'INPUT_MODEL',
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_TOKEN',
  'ACTIONS_RUNTIME_URL',
  'RUNNER_TEMP',
  'OPENAI_API_KEY',
  'MY_SECRET_NAME',
  'PIP_PASSWORD',
  'XDG_AUTH_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'GIT_DIR',
  'GIT_CONFIG_PARAMETERS',
  'NPM_TOKEN',
])('%s never passes, listed or not', (name) => {
  expect(namesOf({ [name]: 'value' })).toEqual([]);
  expect(namesOf({ [name]: 'value' }, [name])).toEqual([]);
});

test.each(['NODE_OPTIONS', 'LD_PRELOAD', 'DATABASE_URL', 'BASH_ENV', 'HOMEBREW'])(
  '%s passes only when the person lists it',
  (name) => {
    expect(namesOf({ [name]: 'value' })).toEqual([]);
    expect(namesOf({ [name]: 'value' }, [name])).toEqual([name]);
  },
);

test.each([
  'https://user:word@host.example/simple',
  'https://user@host.example',
  'direct,postgres://a:b@localhost/db',
])('a value with user information in a URL does not pass: %s', (value) => {
  expect(namesOf({ PIP_INDEX_URL: value, GOPROXY: value, DB: value }, ['DB'])).toEqual([]);
});

test('an at sign in the path of a URL is no user information', () => {
  expect(namesOf({ GOPROXY: 'https://host.example/@scope' })).toEqual(['GOPROXY']);
});

test('temporary files go to the folder of the workspace, whatever the parent uses', () => {
  expect(childEnvironment({ TMPDIR: '/elsewhere' }, options)).toEqual({
    TMPDIR: '/ws/tmp',
    TMP: '/ws/tmp',
    TEMP: '/ws/tmp',
  });
});

test('Go answers for no test from a cache, and flags of its own are kept', () => {
  expect(withoutTestCache({ CI: 'true' })).toEqual({ CI: 'true', GOFLAGS: '-count=1' });
  expect(withoutTestCache({ GOFLAGS: '-mod=mod -count=3' }).GOFLAGS).toBe('-count=1 -mod=mod -count=3');
});
