import type { Family } from '../parser.js';

/** Erlang's compiler, and its tests: EUnit prints the error below the frames. */
export const erlang: Family = {
  innermost: 'first',
  traceGap: Number.POSITIVE_INFINITY,
  parsers: [
    {
      tool: 'erlc',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.erl:', '.hrl:'],
          pattern:
            /^(?<file>[^\s:]+\.[eh]rl):(?<line>\d+)(?::(?<column>\d+))?: (?:(?<severity>Warning): )?(?<message>\S.*)$/,
        },
      ],
    },
    {
      tool: 'eunit',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['...*failed*'],
          pattern: /^\s*(?<test>\w+: \S.*)\.\.\.\*failed\*$/,
        },
        {
          kind: 'frame',
          needles: ['.erl, line '],
          pattern:
            /^in (?:function|call from) (?<symbol>\S+) \((?<file>[^\s,()]+\.erl), line (?<line>\d+)\)$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: ['**error:', '**exit:', '**throw:'],
          pattern: /^\*\*(?<message>(?:error|exit|throw):.*)$/,
          inTest: true,
        },
        { kind: 'end', needles: ['Failed: '], pattern: /^\s*Failed: \d+\. +Skipped: / },
      ],
    },
  ],
};
