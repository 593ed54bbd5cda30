import type { RuleFinding } from '../../domain/rule-finding.js';
import { isFormatFailure } from '../patch/log-facts.js';
import type { PatchView } from '../patch/patch-view.js';
import { finding } from './rule.js';

/** More lines than a person compares with care. */
const MOST = 50;

/** S-SNAP: recorded outputs change although no source does, or many of them at once. */
export function regeneratedSnapshots({ files, log }: PatchView): readonly RuleFinding[] {
  const recorded = files.filter(
    ({ fileClass, before, path }) => (fileClass === 'fixture' && before !== null) || path.endsWith('.snap'),
  );
  if (recorded.length === 0 || isFormatFailure(log)) return [];
  const hasSource = files.some(({ fileClass }) => fileClass === 'source');
  return recorded
    .filter(({ added }) => !hasSource || added.size > MOST)
    .map(({ path, added, after }) =>
      finding('S-SNAP', {
        path,
        line: [...added][0] ?? null,
        verdict: 'escalate',
        detail:
          after === null
            ? 'A recorded output is deleted.'
            : `${added.size} lines of a recorded output change${hasSource ? '' : ' and no source does'}; a person decides whether the new ones are right.`,
      }),
    );
}
