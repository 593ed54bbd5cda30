import { describeDuration, describeEnd, describeTests } from '../../domain/describe-execution.js';
import type { Execution } from '../../domain/execution.js';
import { neutralWords } from '../../domain/neutral-text.js';
import { runTrailer } from '../../domain/own-commit.js';

const SUBJECT_LIMIT = 72;

export interface CommitFacts {
  /** Template of the subject: `{summary}` and `{attempt}` are filled in. */
  readonly subject: string;
  readonly requestId: string;
  readonly attempt: number;
  readonly execution: Execution;
  /** The proposer's words. */
  readonly changeSummary: string;
  readonly diagnosis: string;
}

/** Message of the result commit: what was run and seen, and the cause in words that are marked as the proposer's. */
export function renderCommitMessage(facts: CommitFacts): string {
  const evidence = facts.execution.commands.map(
    (run) =>
      `  ${oneLine(run.command)}: ${describeEnd(run.end)}, ${describeTests(run.tests)}, ${describeDuration(run.durationMs)}`,
  );
  return [
    renderSubject(facts),
    '',
    `Attempt ${facts.attempt} passed the whole gate:`,
    ...evidence,
    '',
    "Cause, in the proposer's words (not evidence):",
    ...wrap(proposersWords(facts.diagnosis) || 'none given'),
    '',
    runTrailer(facts.requestId),
    '',
  ].join('\n');
}

function renderSubject({ subject, changeSummary, attempt }: CommitFacts): string {
  const summary = proposersWords(changeSummary) || 'repair the failing gate';
  const line = oneLine(subject)
    .replaceAll('{attempt}', String(attempt))
    .replaceAll('{summary}', () => summary);
  return line.length <= SUBJECT_LIMIT ? line : `${line.slice(0, SUBJECT_LIMIT - 3).trimEnd()}...`;
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

/** The proposer's words: they close no issue and call nobody when the commit is pushed. */
const proposersWords = (text: string): string => neutralWords(oneLine(text));

/** Indented, so that no line of outside text is taken for a trailer or a comment. */
function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  let line = ' ';
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > SUBJECT_LIMIT && line !== ' ') {
      lines.push(line);
      line = ' ';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
