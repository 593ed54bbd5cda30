import type { TrackedFile } from '../../isolate/workspace.js';
import type { Git } from './git.js';

export interface TreeEntry extends TrackedFile {
  readonly mode: string;
  readonly object: string;
}

const KINDS: Readonly<Record<string, TrackedFile['kind']>> = {
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
};

/** Every entry of a commit's tree in path order. */
export async function readTree(git: Git, commit: string): Promise<readonly TreeEntry[]> {
  const lines = await git.fields(['ls-tree', '-r', '-z', '--full-tree', commit]);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    return { mode, object, kind: KINDS[mode] ?? 'file', path: line.slice(tab + 1) };
  });
}
