import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { GateRepository } from './gate-repository.js';
import type { Git } from './git.js';
import { GitWorkspace } from './git-workspace.js';
import { HomeFolder } from './home-folder.js';
import { initRepository, readLender } from './init-repository.js';
import { type TreeEntry, Trees } from './read-tree.js';
import { removeFolder } from './remove-folder.js';

export interface WorkspaceOptions {
  readonly baseCommit: string;
  readonly baseTree: readonly TreeEntry[];
  readonly temporaryRoot: string;
  /** False for commits as data: nothing is ever checked out. */
  readonly hasTree: boolean;
}

/**
 * Makes a folder that only this user can enter: `control.git` is ours, `tree` is where commands run, `gate` is the
 * pattern of the repository that they see, `tmp` is their temporary folder, `home` their home where they are shut in. The objects are borrowed from `person`.
 */
export async function openWorkspace(person: Git, options: WorkspaceOptions): Promise<GitWorkspace> {
  const { baseCommit, baseTree } = options;
  const folder = await mkdtemp(join(await realTemporaryRoot(options.temporaryRoot), 'smart-fix-'));
  try {
    const control = join(folder, 'control.git');
    const tree = join(folder, 'tree');
    const temporaryDirectory = join(folder, 'tmp');
    const home = new HomeFolder(folder, baseCommit);
    for (const path of [tree, temporaryDirectory, home.path]) await mkdir(path);
    // Nothing here outlives a crash, so nothing has to be on the disk before the next step.
    // As many processes write a tree as there are cores.
    const configuration = { 'core.fsync': 'none', 'checkout.workers': '0' };
    const outside = person.with({ directory: folder, personalConfiguration: false, configuration });
    const lender = await readLender(person);
    await initRepository(outside, { lender, gitDirectory: control });
    const git = outside.with({ directory: tree, gitDirectory: control, workTree: tree });
    const parts = [
      options.hasTree ? GateRepository.create(outside, { person, lender, control, folder }) : null,
      lentFolders(git),
      // A clone may lack files: better known now than when a checkout needs them.
      options.hasTree ? git.text(['rev-list', '--objects', '--no-walk', '--quiet', baseCommit]) : null,
    ] as const;
    // Nobody may be at work in the folder when it has to go.
    await Promise.allSettled(parts);
    const [gate, lent] = await Promise.all(parts);
    return new GitWorkspace({
      trees: new Trees(git, { [baseCommit]: baseTree }),
      ...{ git, gate, folder, tree, temporaryDirectory, home, baseCommit },
      objectFolders: [join(control, 'objects'), ...lent],
    });
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function realTemporaryRoot(path: string): Promise<string> {
  return realpath(path).catch((cause: Error) => {
    throw new Error(`The temporary folder ${path} is not there. Set TMPDIR to a folder that is.`, { cause });
  });
}

/** All from which objects are borrowed, those of the lender's own lenders too: git-count-objects(1). */
async function lentFolders(git: Git): Promise<readonly string[]> {
  const lines = (await git.text(['count-objects', '--verbose'])).split('\n');
  return lines
    .filter((line) => line.startsWith('alternate: '))
    .map((line) => line.slice('alternate: '.length));
}
