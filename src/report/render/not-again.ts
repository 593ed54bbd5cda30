import type { FailedRun } from '../../domain/failed-run.js';
import type { HostedText } from '../code-host.js';
import { code, inline } from './fence.js';

/** Under a fix that people said no to: what it was for is red again. One comment, whatever run says so. */
export function renderNotAgain({
  workflowName,
  url,
  headSha,
}: FailedRun): Pick<HostedText, 'marker' | 'body'> {
  return {
    marker: 'not-again',
    body: [
      `**smart-fix: refused (disabled-after-revert)**`,
      `The failure that this was a fix of is back in [${inline(workflowName)}](${url}) at ${code(headSha)}. It is not repaired again, since people said no to this fix.`,
      `${code('/smart-fix retry')} here, or a run started by hand, has it tried again.`,
    ].join('\n\n'),
  };
}
