import type { PastProposal } from '../../strategy.js';
import { plainLine, plainText } from '../plain-text.js';
import { withinTokens } from '../within-tokens.js';

const MAX_DIFF_TOKENS = 800;
/** In characters. */
const MAX_DETAIL = 1500;

/** What became of an earlier proposal, and what it changed. */
export function pastProposal(past: PastProposal): string {
  const fate = past.result === 'rejected' ? 'refused before it ran' : 'applied, but the gate failed';
  const head = `attempt ${past.attempt}: ${fate}\nits words: ${plainLine(past.changeSummary, 400)}`;
  const why = plainText(past.detail).trim().slice(0, MAX_DETAIL);
  const diff = withinTokens(plainText(past.diff).trimEnd().split('\n'), MAX_DIFF_TOKENS);
  return `${head}\nwhy: ${why}\n${diff}`.trimEnd();
}
