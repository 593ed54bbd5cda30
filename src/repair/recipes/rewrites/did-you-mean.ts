import type { RecipeContext } from '../recipe.js';
import type { LineRule, PlacedFinding } from '../rewrite.js';
import { replaceWord } from './replace-word.js';
import { SUGGESTIONS } from './suggestions.js';

/** A message that is longer says nothing of these kinds. */
const LONGEST = 1000;

/** How far below its message a tool gives its help. */
const HELP_LINES = 15;
const HELP_LENGTH = 3000;

/** Takes the tool at its word where it names one thing that was meant. */
export const didYouMean: LineRule = (finding, lines, context) => {
  for (const { tools, message, help } of SUGGESTIONS) {
    const said = tools.includes(finding.tool)
      ? message.exec(finding.message.slice(0, LONGEST))?.groups
      : undefined;
    const helped = help === null ? said : help.exec(following(finding, context))?.groups;
    const wrong = said?.wrong;
    if (wrong === undefined || helped === undefined) continue;
    const right = helped.right ?? wordInstead(wrong, lines[finding.line - 1] ?? '', helped.shown ?? '');
    const text = right === null ? null : replaceWord(finding, lines, { wrong, right });
    if (text !== null) return [{ line: finding.line, text }];
  }
  return null;
};

/** The lines below a message, as far as the next finding. */
function following({ logLine }: PlacedFinding, { log, findings }: RecipeContext): string {
  const later = findings.map((finding) => finding.logLine).filter((line) => line > logLine);
  const end = Math.min(logLine + HELP_LINES, ...later.map((line) => line - 1));
  return log.split('\n').slice(logLine, end).join('\n').slice(0, HELP_LENGTH);
}

/** What stands in `shown` where `line` has `wrong`, when that is all in which they differ. */
function wordInstead(wrong: string, line: string, shown: string): string | null {
  const [old, fresh] = [line, shown].map((text) => text.split(/\b/).filter((part) => part.trim() !== ''));
  if (old === undefined || fresh === undefined || old.length !== fresh.length) return null;
  const differing = old.flatMap((part, index) => (part === fresh[index] ? [] : [index]));
  const [only = -1, ...more] = differing;
  return more.length === 0 && old[only] === wrong ? (fresh[only] ?? null) : null;
}
