import type { FileChange } from '../domain/patch.js';
import { checkPolicy, type PolicyInput, type PolicyVerdict } from '../policy/check-policy.js';
import { failureFacts } from './failure-facts.js';
import type { RepairDoors } from './repair-doors.js';

/** What policy says of a whole patch against the base of this run. @throws before the run has started. */
export async function checkPatch(
  changes: readonly FileChange[],
  { opened, earlierPatches }: Pick<PolicyInput, 'opened' | 'earlierPatches'>,
  doors: Pick<RepairDoors, 'ledger' | 'workspace' | 'findSecrets'>,
): Promise<PolicyVerdict> {
  const { ledger, workspace, findSecrets } = doors;
  const { request } = ledger.state;
  if (request === null) throw new Error('the run was not started');
  const tracked = await workspace.listFiles(workspace.baseCommit);
  return checkPolicy({
    changes,
    oddPaths: tracked.flatMap(({ path, kind }) =>
      kind === 'symlink' || kind === 'submodule' ? [{ path, kind }] : [],
    ),
    limits: request.limits,
    policy: request.policy,
    opened,
    earlierPatches,
    findSecrets,
    ...(await failureFacts(changes, tracked, doors)),
  });
}
