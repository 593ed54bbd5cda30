import * as z from 'zod';
import type { Project, ProjectGate } from './project.js';

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()).catch({}),
  dependencies: z.record(z.string(), z.string()).catch({}),
  devDependencies: z.record(z.string(), z.string()).catch({}),
  packageManager: z.string().catch(''),
});

interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  readonly lockfiles: readonly string[];
  /** Installs exactly what the lockfile says. */
  readonly install: string;
}

/** In the order in which a lockfile decides when there are several. */
const MANAGERS: readonly PackageManager[] = [
  { name: 'pnpm', lockfiles: ['pnpm-lock.yaml'], install: 'pnpm install --frozen-lockfile' },
  { name: 'yarn', lockfiles: ['yarn.lock'], install: 'yarn install --frozen-lockfile' },
  { name: 'bun', lockfiles: ['bun.lock', 'bun.lockb'], install: 'bun install --frozen-lockfile' },
  { name: 'npm', lockfiles: ['package-lock.json', 'npm-shrinkwrap.json'], install: 'npm ci' },
];

/** The first that is there of each row. */
const CHECKS: readonly (readonly string[])[] = [
  ['test'],
  ['lint'],
  ['typecheck', 'type-check', 'check-types', 'tsc'],
  ['build'],
];

/** What `npm init` writes when there is no test. */
const NO_TEST = /no test specified/;

export function packageScripts(project: Project): ProjectGate | null {
  const manifest = readManifest(project);
  if (manifest === null) return null;
  const { scripts } = manifest;
  const names = CHECKS.flatMap((row) => {
    const name = row.find((each) => scripts[each] !== undefined && !NO_TEST.test(scripts[each]));
    return name === undefined ? [] : [name];
  });
  if (names.length === 0) return null;
  const locked = MANAGERS.find(({ lockfiles }) => lockfiles.some((path) => project.paths.has(path)));
  const asked = MANAGERS.find(({ name }) => manifest.packageManager.startsWith(`${name}@`));
  const manager = locked ?? asked;
  const name = manager?.name ?? 'npm';
  const needsPackages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).length > 0;
  return {
    origin: 'package.json',
    setup: needsPackages ? [installCommand(locked, name, project)] : [],
    commands: names.map((each) =>
      each === 'test' && name !== 'bun' ? `${name} test` : `${name} run ${each}`,
    ),
  };
}

function installCommand(locked: PackageManager | undefined, name: string, { paths }: Project): string {
  if (locked === undefined) return name === 'npm' ? 'npm install --no-package-lock' : `${name} install`;
  return locked.name === 'yarn' && paths.has('.yarnrc.yml') ? 'yarn install --immutable' : locked.install;
}

function readManifest({ read }: Project) {
  try {
    const manifest = manifestSchema.safeParse(JSON.parse(read('package.json') ?? 'null'));
    return manifest.success ? manifest.data : null;
  } catch {
    // A manifest that is broken is for the person, not for a guess.
    return null;
  }
}
