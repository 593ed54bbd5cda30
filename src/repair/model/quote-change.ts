import { isSecretFile } from '../secret-file.js';
import type { RepairContext } from '../strategy.js';
import { estimateTokens } from './estimate-tokens.js';
import { plainLine, plainText } from './plain-text.js';
import { withinTokens } from './within-tokens.js';

/** Written by tools; their diffs are long and say little. */
const LOCK_FILE = /(?:^|\/)(?:[^/]*[-.]lock(?:\.[a-z]+)?|go\.sum|package-lock\.json|npm-shrinkwrap\.json)$/;

/** What a repository tells coding agents; a change may not tell ours (INJ-06). */
const AGENT_FILE = /(?:^|\/)(?:AGENTS\.md|CLAUDE\.md|GEMINI\.md|\.cursorrules|copilot-instructions\.md)$/i;

interface FileDiff {
  readonly path: string;
  readonly text: string;
}

/** The parts of a unified diff by file, as git writes it. */
function filesOf(diff: string): readonly FileDiff[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((text) => text.startsWith('diff --git '))
    .map((text) => ({ path: /^(?:\+\+\+ b|--- a)\/(.+)$/m.exec(text)?.[1]?.trimEnd() ?? '', text }));
}

/**
 * The change that probably brought the failure in, within `tokens`: the files of the findings first, nothing of files
 * that may hold secrets. Empty when no change is known.
 */
export function quoteChange({ recentChange, scan }: RepairContext, tokens: number): string {
  if (recentChange === null) return '';
  const suspects = new Set(scan.findings.map(({ file }) => file));
  const shown = filesOf(recentChange.diff).filter(
    ({ path }) => !isSecretFile(path) && !LOCK_FILE.test(path) && !AGENT_FILE.test(path),
  );
  const ordered = [
    ...shown.filter(({ path }) => suspects.has(path)),
    ...shown.filter(({ path }) => !suspects.has(path)),
  ].map(({ text }) => plainText(text).trimEnd());
  if (ordered.length === 0) return '';
  const [first = '', ...others] = ordered;
  const title = plainLine(recentChange.title, 300);
  const whole = withinTokens([title, first, ...others], tokens);
  // Not even the first file fits whole.
  return estimateTokens(first) < tokens ? whole : withinTokens([title, ...first.split('\n')], tokens);
}
