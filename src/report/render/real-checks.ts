import { describeDuration } from '../../domain/describe-execution.js';
import type { Report } from '../report.js';
import { inline } from './fence.js';

type Proof = Report['realChecks'][number];

const WORDS: Readonly<Record<Proof['verdict']['kind'], string>> = {
  green: 'green',
  red: 'red',
  'red-before': 'red, as before',
  cancelled: 'cancelled',
  pending: 'still running',
  'awaiting-approval': 'waiting for the approval of a person',
  'required-skipped': 'a required one was skipped',
  missing: 'incomplete',
  'nothing-passed': 'none passed',
  'not-started': 'not started',
  unreadable: 'unreadable',
};

/** A large matrix says no more than its first copies. */
const MAX_ROWS = 20;

const UNKNOWN =
  '**The real checks of this pull request** were not known when this was written. They may wait for an approval, or may not start for commits of the workflow token.';

/** What the checks of the code host said of what was published; the newest commit first, with its checks, those that passed last. */
export function renderRealChecks({ realChecks }: Report): string {
  const newest = realChecks.at(-1);
  if (newest === undefined) return UNKNOWN;
  const { start, verdict, checks, commit, waitedMs } = newest;
  const sorted = checks.toSorted((a, b) => Number(a.state === 'passed') - Number(b.state === 'passed'));
  const rows = sorted.slice(0, MAX_ROWS).map(({ name, state, url }) => {
    const label = url === null ? inline(name) : `[${inline(name)}](${url})`;
    return `| ${label} | ${state.replace('-', ' ')} |`;
  });
  const earlier = realChecks
    .slice(0, -1)
    .map(
      (each) =>
        `- Before, at ${each.commit.slice(0, 12)}: **${WORDS[each.verdict.kind]}**. ${inline(each.verdict.detail)}`,
    );
  return [
    `**The real checks are ${WORDS[verdict.kind]}** at ${commit.slice(0, 12)}, after ${describeDuration(waitedMs)}. ${inline(verdict.detail)}`,
    inline(start.detail),
    ...(rows.length === 0 ? [] : [['| check | state |\n|---|---|', ...rows].join('\n')]),
    ...(checks.length > MAX_ROWS ? [`and ${checks.length - MAX_ROWS} more checks.`] : []),
    ...(earlier.length === 0 ? [] : [earlier.join('\n')]),
  ].join('\n\n');
}

/** In a sentence, for the end of a run; empty when nothing was waited for. */
export function describeRealChecks(proof: Pick<Proof, 'verdict'> | undefined): string {
  return proof === undefined ? '' : ` The real checks: ${WORDS[proof.verdict.kind]}. ${proof.verdict.detail}`;
}
