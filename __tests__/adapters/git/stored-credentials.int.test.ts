import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('stored-credentials');
const start = useFakeGithub();

test('a commit is fetched with our token alone, whatever header the checkout has stored', async () => {
  const github = await start();
  const clone = join(folder, 'clone');
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]) => promisify(execFile)('git', [...args], { env });
  const header = (token: string): string =>
    `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  await git('-c', `http.extraHeader=${header(github.token)}`, 'clone', '--quiet', github.gitUrl, clone);
  await git('-C', clone, 'config', `http.${github.serverUrl}/.extraHeader`, header('stale'));
  const later = github.person.push('main', { 'later.txt': 'x\n' });
  const repository = await openRepository(clone, { environment: env, temporaryRoot: folder });
  await repository?.requireCommit(later, { url: github.gitUrl, token: github.token });
  expect(await repository?.listFilesOf(later)).toContain('later.txt');
});
