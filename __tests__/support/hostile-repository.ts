import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HOOKS = [
  'pre-commit',
  'post-checkout',
  'post-commit',
  'pre-push',
  'reference-transaction',
  'post-index-change',
];

/** A repository in which git would run `command` at every turn: hooks, monitor, filters, differs, helpers. */
export function hostileRepository(directory: string, command: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, stdio: 'ignore' });
  git('init', '--quiet');
  writeFileSync(join(directory, 'a.txt'), 'a\n');
  git('add', '.');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', 'x');
  const hooks = join(directory, 'hooks');
  mkdirSync(hooks);
  for (const name of HOOKS) {
    writeFileSync(join(hooks, name), `#!/bin/sh\n${command}\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  for (const [key, value] of [
    ['core.hooksPath', hooks],
    ['core.fsmonitor', command],
    ['core.sshCommand', command],
    ['diff.external', command],
    ['filter.evil.clean', command],
    ['filter.evil.smudge', command],
    ['credential.helper', `!${command}`],
    ['init.templateDir', hooks],
  ] as const)
    git('config', key, value);
  writeFileSync(join(directory, '.gitattributes'), '* filter=evil diff=evil\n');
}
