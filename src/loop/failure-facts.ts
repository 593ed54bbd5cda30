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
  const related = new Map<string, string>();
  for (const path of relatedPaths(
    files.map((file) => file.path),
    { changed, log: text },
  )) {
    const content = await workspace.readFile(workspace.baseCommit, path);
    if (content !== null) related.set(path, content);
  }
  return { log: { text, scan: baselineScan }, related };
}
