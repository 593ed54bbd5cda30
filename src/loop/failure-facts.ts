import type { FileChange } from '../domain/patch.js';
import type { TrackedFile } from '../isolate/workspace.js';
import type { PolicyInput } from '../policy/check-policy.js';
import { relatedPaths } from '../policy/patch/related-paths.js';
import type { RepairDoors } from './repair-doors.js';

/** What policy compares a patch with: the output of the failing base, and the texts that have to do with it. */
export async function failureFacts(
  changes: readonly FileChange[],
  tracked: readonly TrackedFile[],
  { ledger, workspace }: Pick<RepairDoors, 'ledger' | 'workspace'>,
): Promise<Pick<PolicyInput, 'log' | 'related'>> {
  const { executions, baselineScan } = ledger.state;
  const text = executions[0]?.commands.map(({ output }) => output).join('\n') ?? '';
  const files = tracked.filter(({ kind }) => kind === 'file' || kind === 'executable');
  const changed = changes.map(({ path }) => path);
  const wanted = relatedPaths(
    files.map((file) => file.path),
    { changed, log: text },
  );
  const texts = await workspace.readFiles(workspace.baseCommit, wanted);
  // Best first.
  const related = new Map(wanted.flatMap((path) => (texts.has(path) ? [[path, texts.get(path) ?? '']] : [])));
  return { log: { text, scan: baselineScan }, related };
}
