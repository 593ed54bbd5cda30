import { type GuardedRun, runGuarded } from './run-guarded.js';
import { sampleRepository } from './sample-repository.js';
import type { Project } from './shop-projects.js';

export type Edit = readonly [path: string, oldText: string, newText: string];

/** Every file is opened: the rules alone stand in the way. */
export const OPEN = ['--allow', '**', '--allow-test-edits', '--recipes', 'none', '--max-proposals', '1'];

export async function proposeEdits(
  { files, gate }: Project,
  edits: readonly Edit[],
  { folder, model, args = [] }: Pick<GuardedRun, 'folder' | 'model' | 'args'>,
) {
  const given = edits.map(([path, oldText, newText]) => ({ path, oldText, newText }));
  const answers = [{ reply: { edits: given } }];
  const { report } = await runGuarded(sampleRepository(folder, files), {
    ...{ folder, model, gate, answers, args: [...OPEN, ...args] },
  });
  return report;
}
