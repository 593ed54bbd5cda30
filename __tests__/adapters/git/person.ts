import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RepositoryOptions } from '../../../src/adapters/git/open-repository.js';

/** A person with a home, a repository, and a place in which smart-fix may make workspaces. */
export class Person {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'smart-fix-test-')));
  readonly root: string;
  readonly options: RepositoryOptions;
  /** Any program that must never run leaves this file. */
  readonly marker: string;

  constructor(...init: string[]) {
    this.root = join(this.folder, 'project');
    this.marker = join(this.folder, 'ran');
    const home = join(this.folder, 'home');
    const temporaryRoot = join(this.folder, 'temporary');
    for (const folder of [home, temporaryRoot, this.root]) mkdirSync(folder);
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n');
    this.options = { environment: { PATH: process.env.PATH, HOME: home }, temporaryRoot };
    this.git('init', '--quiet', '--initial-branch=main', ...init);
  }

  git(...args: string[]): string {
    return this.gitIn(this.root, ...args);
  }

  gitIn(directory: string, ...args: string[]): string {
    const env = { ...this.options.environment, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: directory, env, encoding: 'utf8', stdio: 'pipe' }).trimEnd();
  }

  write(path: string, content: string | Buffer): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Commits everything and answers the commit. */
  commit(files: Record<string, string | Buffer> = {}, message = 'work'): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--no-verify', `--message=${message}`);
    return this.git('rev-parse', 'HEAD');
  }

  /** A program that leaves the marker; as a filter it passes its input on. */
  trap(): string {
    const file = join(this.folder, 'trap');
    writeFileSync(file, `#!/bin/sh\necho "$0 $*" >> '${this.marker}'\nexec cat\n`, { mode: 0o755 });
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Path and content digest of everything below a folder. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path] = createHash('sha256').update(readFileSync(path)).digest('hex');
    else found[path] = entry.isSymbolicLink() ? readlinkSync(path) : 'folder';
  }
  return found;
}
