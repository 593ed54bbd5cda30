import type { Family } from '../parser.js';

/** Python's doctest: the example's place first, then what it should have printed and what it did. */
export const doctest: Family = {
  innermost: 'first',
  traceGap: 1,
  announcing: {
    message: /^Failed example:$/,
    part: /^(?<part>\s{4}\S.*|Expected(?: nothing)?:?|Got(?: nothing)?:?|Exception raised:)$/,
    end: /^\*{10,}$/,
  },
  parsers: [
    {
      tool: 'doctest',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['File "'],
          pattern: /^File "(?<file>[^"]+)", line (?<line>\d+), in (?<test>[\w.]+)$/,
          messageFollows: true,
        },
        { kind: 'end', needles: ['**********'], pattern: /^\*{10,}$/ },
      ],
    },
  ],
};
