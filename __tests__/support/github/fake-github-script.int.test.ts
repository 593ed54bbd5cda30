import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('../../../scripts/fake-github.mjs', import.meta.url));

test('npm run fake-github prints requests that work, and ends when it is told to', async () => {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.includes('Ctrl-C')) break;
    }
    const authorization = /Authorization: (Bearer \S+)"/.exec(text)?.[1] ?? '';
    const addresses = [...text.matchAll(/^curl .*"(?: -L)? (http:\S+)$/gm)].map(
      ([, address = '']) => address,
    );
    expect(addresses).toHaveLength(2);
    const answers = await Promise.all(
      addresses.map((address) => fetch(address, { headers: { authorization } })),
    );
    expect(await answers[0]?.json()).toMatchObject({ conclusion: 'failure', head_branch: 'main' });
    expect(await answers[1]?.text()).toContain('##[error]Process completed with exit code 1.');
  } finally {
    child.kill('SIGINT');
  }
  expect(await once(child, 'exit')).toEqual([0, null]);
});
