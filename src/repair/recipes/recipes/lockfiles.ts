import type { LockRow } from '../lock-row.js';

const NPM = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
const PNPM = ['install', '--lockfile-only', '--no-frozen-lockfile', '--ignore-scripts'];
const COMPOSER = ['update', '--lock', '--no-install', '--no-scripts', '--no-plugins', '--no-interaction'];
const BERRY = ['install', '--mode=update-lockfile'];
const YARN = ['install', '--ignore-scripts', '--non-interactive', '--no-progress'];

/** Lockfiles that their package managers bring in step: nothing is upgraded that the manifest does not ask for. */
export const LOCKFILES: readonly LockRow[] = [
  {
    name: 'npm lockfile',
    tool: { name: 'npm', kind: 'path' },
    says: /`?npm ci`? can only install packages when your package\.json and/,
    locks: ['package-lock.json', 'npm-shrinkwrap.json'],
    fixes: [() => [...NPM, '--offline'], () => [...NPM, '--prefer-offline']],
  },
  {
    name: 'pnpm lockfile',
    tool: { name: 'pnpm', kind: 'node' },
    says: /ERR_PNPM_(?:OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH)/,
    locks: ['pnpm-lock.yaml'],
    fixes: [() => [...PNPM, '--offline'], () => [...PNPM, '--prefer-offline']],
  },
  {
    name: 'yarn lockfile',
    tool: { name: 'yarn', kind: 'node' },
    says: /YN0028|lockfile would have been modified by this install/,
    locks: ['yarn.lock'],
    fixes: [() => BERRY],
  },
  {
    name: 'yarn 1 lockfile',
    tool: { name: 'yarn', kind: 'node' },
    says: /Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`/,
    locks: ['yarn.lock'],
    fixes: [() => [...YARN, '--offline'], () => [...YARN, '--prefer-offline']],
  },
  {
    name: 'poetry lockfile',
    tool: { name: 'poetry', kind: 'python' },
    says: /poetry\.lock (?:was last generated|is not up to date)|pyproject\.toml changed significantly since poetry\.lock/,
    locks: ['poetry.lock'],
    // Before version 2, only the option kept the versions as they are.
    fixes: [() => ['lock', '--no-interaction', '--no-update'], () => ['lock', '--no-interaction']],
  },
  {
    name: 'uv lockfile',
    tool: { name: 'uv', kind: 'python' },
    says: /lockfile at `uv\.lock` needs to be updated|`uv\.lock` needs to be updated/,
    locks: ['uv.lock'],
    fixes: [() => ['lock', '--offline'], () => ['lock']],
  },
  {
    name: 'go mod tidy',
    tool: { name: 'go', kind: 'path' },
    says: /go: updates to go\.mod needed|missing go\.sum entry|to update it:\s+go mod tidy|^diff current\/go\.(?:mod|sum) tidy\/|^[+-]{3} [ab]\/(?:\S+\/)?go\.(?:mod|sum)$/m,
    locks: ['go.mod', 'go.sum'],
    fixes: [() => ['mod', 'tidy']],
  },
  {
    name: 'cargo lockfile',
    tool: { name: 'cargo', kind: 'path' },
    says: /lock file [^\n]{0,300}needs to be updated but --(?:locked|frozen) was passed|cannot update the lock file [^\n]{0,300} because --(?:locked|frozen) was passed/,
    locks: ['Cargo.lock'],
    fixes: [() => ['update', '--workspace', '--offline'], () => ['update', '--workspace']],
  },
  {
    name: 'bundler lockfile',
    tool: { name: 'bundle', kind: 'path' },
    says: /The (?:dependencies in your gemfile|gemspecs for path gems|list of sources) changed|You have (?:added|deleted|changed) (?:to|from|in) the Gemfile|lockfile can't be updated because frozen mode is set/,
    locks: ['Gemfile.lock'],
    fixes: [() => ['lock', '--local'], () => ['lock']],
  },
  {
    name: 'composer lockfile',
    tool: { name: 'composer', kind: 'path' },
    says: /The lock file is not up to date with the latest changes in composer\.json/,
    locks: ['composer.lock'],
    fixes: [() => COMPOSER],
  },
];
