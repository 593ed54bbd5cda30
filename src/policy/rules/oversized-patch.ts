import type { RuleFinding } from '../../domain/rule-finding.js';
import { isFormatFailure } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';

const MOST_FILES = 10;
const MOST_LINES = 600;

/** S-SIZE: a patch much larger than a failure needs. A formatter may touch every file. */
export function oversizedPatch({ files, related, log }: PatchView): readonly RuleFinding[] {
  if (isFormatFailure(log) || files.length === 0) return [];
  const code = files.filter(
    (file) => file.fileClass !== 'docs' && file.fileClass !== 'manifest' && !isLayout(file),
  );
  const lines = code.reduce((sum, { added }) => sum + added.size, 0);
  // Of hunks alone, nobody knows how much stays as it was.
  if (related.size > 0 && isRewritten(code)) {
    const detail = 'Most of what the patch touches is new; a person decides whether the failure needs that.';
    return [finding('S-SIZE', { path: code[0]?.path ?? '', line: null, verdict: 'escalate', detail })];
  }
  if (code.length <= MOST_FILES && lines <= MOST_LINES) return [];
  const detail = `The patch touches ${code.length} files and brings in ${lines} lines; a person decides whether the failure needs that.`;
  return [finding('S-SIZE', { path: code[0]?.path ?? '', line: null, verdict: 'escalate', detail })];
}

/** The same tokens on other lines, but for what a formatter adds and takes away. */
function isLayout({ before, after }: FilePair): boolean {
  if (before === null || after === null) return false;
  const words = ({ code }: Source): string =>
    code
      .filter(({ text }) => !/^[,;()]$/.test(text))
      .map(({ value }) => value)
      .join(' ');
  return words(before) === words(after);
}

/** More than half of the lines of the files that were there, and more than a screen. */
function isRewritten(files: readonly FilePair[]): boolean {
  const edited = files.filter(
    ({ before, after, fileClass }) => before !== null && after !== null && fileClass === 'source',
  );
  const lines = edited.reduce(
    (sum, { after }) => sum + (after?.text.split('\n').filter((line) => line.trim() !== '').length ?? 0),
    0,
  );
  const added = edited.reduce((sum, file) => sum + file.added.size, 0);
  return added > 40 && added > 0.5 * lines;
}
