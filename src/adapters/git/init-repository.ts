import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.js';

/** What a repository that borrows another's objects has to know of it. */
export interface Lender {
  readonly objectFormat: string;
  readonly objects: string;
  /** The file that lists where the history was cut; it need not exist. */
  readonly shallow: string;
}

export async function readLender(person: Git): Promise<Lender> {
  const [objectFormat, objects, shallow] = await Promise.all([
    person.value(['rev-parse', '--show-object-format']),
    personPath(person, 'objects'),
    personPath(person, 'shallow'),
  ]);
  return { objectFormat, objects, shallow };
}

/** A repository without template that borrows the lender's objects; the same object format, equally shallow. */
export async function initRepository(
  git: Git,
  options: { readonly lender: Lender; readonly gitDirectory: string; readonly also?: string },
): Promise<void> {
  const { lender, gitDirectory } = options;
  await git
    .with({ gitDirectory })
    .text([
      'init',
      '--quiet',
      '--bare',
      '--template=',
      `--object-format=${lender.objectFormat}`,
      '--initial-branch=smart-fix',
    ]);
  const alternates = [lender.objects, ...(options.also ? [join(options.also, 'objects')] : [])];
  await mkdir(join(gitDirectory, 'objects', 'info'), { recursive: true });
  await mkdir(join(gitDirectory, 'info'), { recursive: true });
  await writeFile(
    join(gitDirectory, 'objects', 'info', 'alternates'),
    alternates.map((path) => `${quoteAlternate(path)}\n`).join(''),
  );
  await copyFile(lender.shallow, join(gitDirectory, 'shallow')).catch(unlessMissing);
}

function personPath(person: Git, name: string): Promise<string> {
  return person.value(['rev-parse', '--path-format=absolute', '--git-path', name]);
}

/** gitrepository-layout(5): one path a line; git reads a path in quotes as it writes one. */
function quoteAlternate(path: string): string {
  if (!/["\\\n]/.test(path)) return path;
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
