import { DIGIT } from '../needle.js';
import type { Family } from '../parser.js';

/** TypeScript's compiler, plain and `--pretty`, and the tools that run it. */
export const typescript: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'tsc',
      category: 'type',
      rows: [
        {
          kind: 'finding',
          needles: [` TS${DIGIT}`],
          pattern:
            /^\s*(?:ERROR in |Exception during run: )?(?<file>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning|message) (?<code>TS\d+): (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: [` TS${DIGIT}`],
          pattern:
            /^\s*(?:Error: )?(?<file>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+):(?<column>\d+) - (?<severity>error|warning|message) (?<code>TS\d+): (?<message>.*)$/,
        },
      ],
    },
  ],
};
