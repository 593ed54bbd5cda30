import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createCell } from '../../../src/adapters/sandbox/cell.js';
import type { Sandbox } from '../../../src/adapters/sandbox/sandbox.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('cell');

/** Shuts nothing in: what it would be given is the answer. */
function sandbox(showsSystem: boolean): Sandbox {
  return {
    kind: 'docker',
    showsSystem,
    enclose: async ({ words, environment }) => ({ words, environment, end: async () => undefined }),
    signal: () => undefined,
    dispose: async () => undefined,
  };
}

async function namesGiven(showsSystem: boolean): Promise<readonly string[]> {
  const machine = { PATH: '/usr/bin:/bin', JAVA_HOME: '/opt/jdk', GOROOT: '/usr/local/go', CI: 'true' };
  const proxies = { HTTPS_PROXY: 'http://proxy.example:3128', GOPROXY: 'https://go.example,direct' };
  const places = { directory: join(folder, 'tree'), temporaryDirectory: folder, homeDirectory: folder };
  const cell = createCell(sandbox(showsSystem), { ...machine, ...proxies }, { ...places, readable: [] });
  const { environment } = await cell.enclose({
    words: [],
    directory: folder,
    environment: { ...machine, ...proxies, TMPDIR: folder },
    asked: new Set(['GOROOT']),
    network: false,
  });
  return Object.keys(environment).sort();
}

test('an image keeps its own PATH and places of tools, unless the person asked for one of this machine', async () => {
  const kept = ['CI', 'GOPROXY', 'GOROOT', 'HOME', 'HTTPS_PROXY', 'TMPDIR'];
  expect(await namesGiven(false)).toEqual(kept);
  expect(await namesGiven(true)).toEqual([...kept, 'JAVA_HOME', 'PATH'].sort());
});
