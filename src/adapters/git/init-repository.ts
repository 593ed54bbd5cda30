import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.js';

/** A repository without template that borrows the person's objects; the same object format, equally shallow. */
export async function initRepository(
  git: Git,
  options: { readonly person: Git; readonly gitDirectory: string; readonly also?: string },
): Promise<void> {
  const { person, gitDirectory } = options;
  const objectFormat = await person.value(['rev-parse', '--show-object-format']);
  await git
    .with({ gitDirectory })
    .text([
      'init',
      '--quiet',
      '--bare',
      '--template=',
      `--object-format=${objectFormat}`,
      '--initial-branch=smart-fix',
    ]);
  const objects = await personPath(person, 'objects');
  const alternates = [objects, ...(options.also ? [join(options.also, 'objects')] : [])];
  await mkdir(join(gitDirectory, 'objects', 'info'), { recursive: true });
  await mkdir(join(gitDirectory, 'info'), { recursive: true });
  await writeFile(
    join(gitDirectory, 'objects', 'info', 'alternates'),
    alternates.map((path) => `${quoteAlternate(path)}\n`).join(''),
  );
  await copyFile(await personPath(person, 'shallow'), join(gitDirectory, 'shallow')).catch(unlessMissing);
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
