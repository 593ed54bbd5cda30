import type { Family } from '../parser.js';

/** Linters of JavaScript: stylish (findings below the file's path), compact and unix. */
export const javascriptLinters: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'eslint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [' error ', ' warning '],
          pattern:
            /^\s+(?<line>\d+):(?<column>\d+)(?:-\d+:\d+)? +(?<severity>error|warning) +(?<message>\S.*?)(?: {2,}(?<code>[@\w][\w@/-]*))?$/,
        },
        // codeframe
        {
          kind: 'finding',
          needles: [') at '],
          pattern:
            /^(?<severity>error|warning): (?<message>.*) \((?<code>[@\w][\w@/-]*)\) at (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+):$/,
        },
        // visualstudio
        {
          kind: 'finding',
          needles: ['): error ', '): warning '],
          pattern:
            /^(?<file>[^\s(]+)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?:(?<code>[@a-z][\w@/-]*) )?: (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: [', col '],
          pattern:
            /^(?<file>[^\s:][^:]*): line (?<line>\d+), col (?<column>\d+), (?<severity>Error|Warning) - (?<message>.*?)(?: \((?<code>[@\w][\w@/-]*)\))?$/,
        },
        {
          kind: 'finding',
          needles: [' [Error/', ' [Warning/', ' [Error]'],
          pattern:
            /^(?<file>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+):(?<column>\d+): (?<message>.*) \[(?<severity>Error|Warning)(?:\/(?<code>[^\]]+))?\]$/,
        },
      ],
    },
  ],
};
