import type { RepairContext } from '../../strategy.js';

/** One data block under a heading of ours. `body` is outside text, already plain. */
export interface Section {
  /** As usage reports name it. */
  readonly part: string;
  readonly heading: string;
  readonly body: string;
}

/** The person's message: ids and limits in our words, then each section as a data block between `tag` lines. */
export function userPrompt(options: {
  readonly context: Pick<RepairContext, 'binding' | 'limits'>;
  /** Null for a model that sees the files itself. */
  readonly lookRoundsLeft: number | null;
  readonly sections: readonly Section[];
  readonly tag: string;
}): string {
  const { context, lookRoundsLeft, sections, tag } = options;
  const { binding, limits } = context;
  const looks = lookRoundsLeft === null ? '' : `; ${lookRoundsLeft} more rounds of looks`;
  const head = `baseRevisionId: ${binding.baseRevisionId}
executionId: ${binding.executionId}
Limits: at most ${limits.maxFiles} files and ${limits.maxLines} changed lines${looks}.
Data blocks are tagged ${tag}.`;
  const blocks = sections.map(({ heading, body }) => `## ${heading}\nBEGIN ${tag}\n${body}\nEND ${tag}`);
  return `${[head, ...blocks].join('\n\n')}\n`;
}
