import type { BranchChoice } from '../isolate/choose-branch.js';
import type { CodeHost } from '../report/code-host.js';
import { renderNotAgain } from '../report/render/not-again.js';
import type { Target } from './find-target.js';

/**
 * Says once, under the fix that people closed or reverted, that its failure is back and not repaired again (CON-08). Who
 * asked in a comment is answered there.
 */
export async function tellUnwanted(
  choice: BranchChoice,
  {
    target,
    host,
    settings,
  }: {
    readonly target: Target;
    readonly host: Pick<CodeHost, 'saveComment'>;
    readonly settings: { readonly dryRun: boolean };
  },
): Promise<void> {
  if (choice.kind === 'free' || choice.reason !== 'disabled-after-revert') return;
  if (choice.earlier === undefined || target.asked !== null || settings.dryRun) return;
  await host.saveComment(renderNotAgain(target.run), choice.earlier);
}
