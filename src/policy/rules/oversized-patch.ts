import type { RuleFinding } from '../../domain/rule-finding.js';
import { isFormatFailure } from '../patch/log-facts.js';
import type { PatchView } from '../patch/patch-view.js';
import { finding } from './rule.js';

const MOST_FILES = 10;
const MOST_LINES = 600;

/** S-SIZE: a patch much larger than a failure needs. A formatter may touch every file. */
export function oversizedPatch({ files, log }: PatchView): readonly RuleFinding[] {
  if (isFormatFailure(log) || files.length === 0) return [];
  const code = files.filter(({ fileClass }) => fileClass !== 'docs' && fileClass !== 'manifest');
  const lines = code.reduce((sum, { added }) => sum + added.size, 0);
  if (code.length <= MOST_FILES && lines <= MOST_LINES) return [];
  const detail = `The patch touches ${code.length} files and brings in ${lines} lines; a person decides whether the failure needs that.`;
  return [finding('S-SIZE', { path: code[0]?.path ?? '', line: null, verdict: 'escalate', detail })];
}
