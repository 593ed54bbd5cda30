import type { Outcome } from '../../domain/outcome.js';
import { code, inline } from './fence.js';

const MAX_WORDS = 5;
const MAX_WORD = 60;

/** A short reply: how the command ended, when nothing was begun. */
export function renderAnswer({ status, stopReason, detail }: Outcome): string {
  return `**smart-fix: ${status} (${stopReason})**\n\n${ownSentence(detail)}`;
}

/** The workflow or the configuration is at fault, and nothing was begun. */
export function renderFaults(faults: readonly string[]): string {
  return ['**smart-fix was not started:**', ...faults.map((fault) => `- ${inline(fault)}`)].join('\n\n');
}

/** Our own sentence with code spans in it; what is outside of them is neutral. */
function ownSentence(detail: string): string {
  return detail
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : inlineKeepingBlanks(part)))
    .join('');
}

function inlineKeepingBlanks(part: string): string {
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? [];
  return `${before === '' ? '' : ' '}${inline(middle)}${after === '' ? '' : ' '}`;
}

const USAGE = [
  '/smart-fix [with isolation] [retry|stop|explain] [--gate NAME] [--attempts N] [--dry-run] [COMMIT]',
  '',
  'retry      once more, also after a fix was closed or reverted, and without the label that keeps smart-fix away',
  'stop       keep away from this pull request',
  'explain    say what failed and why, and change nothing',
  '--gate     a gate of .github/smart-fix.yml, or a failed job',
  '--attempts at most so many patches (1-7), and no more than the workflow allows',
  '--dry-run  publish nothing, and say what would be',
  'COMMIT     full id of the head, the only one to be worked on',
].join('\n');

/** What can be said, and which words were not understood; they stand there as code, so that they do nothing. */
export function renderCommandUsage(words: readonly string[], gates: readonly string[]): string {
  const shown = words.slice(0, MAX_WORDS).map((word) => code(word.slice(0, MAX_WORD)));
  const more = words.length > MAX_WORDS ? ` and ${words.length - MAX_WORDS} more` : '';
  return [
    `**smart-fix** did nothing: it does not know ${shown.join(', ')}${more}.`,
    `\`\`\`text\n${USAGE}\n\`\`\``,
    ...(gates.length === 0 ? [] : [`Gates: ${gates.map(code).join(', ')}`]),
  ].join('\n\n');
}
