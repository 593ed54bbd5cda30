import type { Family } from '../parser.js';

/** rustc, cargo, clippy, rustfmt and the test harness. */
export const rust: Family = {
  innermost: 'first',
  traceGap: 3,
  parsers: [
    {
      tool: 'clippy',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: ['(clippy::', 'clippy::'],
          pattern: /^(?<severity>error|warning)(?:\[(?<code>clippy::\w+)\])?: (?<message>.*clippy::.*)$/,
        },
      ],
    },
    {
      tool: 'rustc',
      category: 'compile',
      rows: [
        {
          kind: 'open',
          needles: ['error: ', 'error[', 'warning: ', 'warning['],
          pattern: /^(?<severity>error|warning)(?:\[(?<code>[\w:]+)\])?: (?<message>.*)$/,
        },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+\.rs):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'cargo test',
      category: 'test',
      rows: [
        {
          kind: 'open',
          needles: ["' panicked at ", ') panicked at '],
          pattern:
            /^thread '(?<test>[^']*)'(?: \(\d+\))? panicked at (?<file>[^\s:']+):(?<line>\d+):(?<column>\d+):$/,
        },
        {
          kind: 'finding',
          needles: ["' panicked at '"],
          pattern:
            /^thread '(?<test>[^']*)' panicked at '(?<message>.*)', (?<file>[^\s:']+):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'rustfmt',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['Diff in '],
          pattern: /^(?<message>Diff in (?<file>\S+?)(?: at line |:)(?<line>\d+)):?$/,
        },
      ],
    },
  ],
};
