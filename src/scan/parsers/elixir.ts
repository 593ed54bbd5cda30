import { START } from '../needle.js';
import type { Family } from '../parser.js';

/** Elixir's compiler, formatter and test runner. */
export const elixir: Family = {
  innermost: 'first',
  traceGap: 2,
  parsers: [
    {
      tool: 'mix compile',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}** (`],
          pattern:
            /^\*\* \((?<code>[\w.]+)\) (?<file>[^\s:()]+\.exs?):(?<line>\d+):(?:(?<column>\d+):)? (?<message>.*)$/,
        },
        {
          kind: 'open',
          needles: ['warning: ', 'error: '],
          pattern: /^\s*(?<severity>warning|error): (?<message>.*)$/,
        },
        // Up to 1.14, and since then.
        {
          kind: 'close',
          needles: ['.ex:', '.exs:'],
          pattern: /^ {2}(?<file>[^\s:]+\.exs?):(?<line>\d+)(?:: \S+)?$/,
        },
        {
          kind: 'close',
          needles: ['└─ '],
          pattern: /^\s*└─ (?<file>[^\s:]+\.exs?):(?<line>\d+)(?::(?<column>\d+))?(?:: \S+)?$/,
        },
      ],
    },
    {
      tool: 'mix format',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}  * `],
          pattern: /^ {2}\* (?<file>[^\s:]+\.(?:exs?|heex|eex|leex))$/,
        },
      ],
    },
    {
      tool: 'mix test',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: [') test ', ') property ', ') doctest '],
          pattern: /^\s+\d+\) (?<test>(?:test|property|doctest) .*)$/,
        },
        {
          kind: 'message',
          needles: ['Assertion ', '** ('],
          pattern: /^\s+(?<message>Assertion .*|\*\* \((?<code>[\w.]+)\) .*)$/,
          inTest: true,
        },
        {
          kind: 'frame',
          needles: ['.ex:', '.exs:'],
          pattern: /^\s+(?:\([\w. -]+\) )?(?<file>[^\s:()]+\.exs?):(?<line>\d+): (?<symbol>.*)$/,
          inTest: true,
        },
        {
          kind: 'hint',
          needles: ['.exs:'],
          pattern: /^\s+(?<file>[^\s:]+\.exs):(?<line>\d+)$/,
          inTest: true,
        },
        { kind: 'end', needles: ['Finished in '], pattern: /^Finished in / },
      ],
    },
  ],
};
