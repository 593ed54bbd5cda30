import type { Family } from '../parser.js';

/** Ruby: rspec, minitest, uncaught errors, `ruby -c`. */
export const ruby: Family = {
  innermost: 'first',
  traceGap: 3,
  parsers: [
    {
      tool: 'rspec',
      category: 'test',
      rows: [
        { kind: 'message', needles: ['Failure/Error: '], pattern: /^\s+(?<message>Failure\/Error: .*)$/ },
        {
          kind: 'frame',
          needles: ['# '],
          pattern: /^\s+# (?<file>\.?[^\s:]+\.\w+):(?<line>\d+):in [`'](?<symbol>[^'`]*)'/,
        },
        { kind: 'end', needles: ['Finished in '], pattern: /^Finished in / },
      ],
    },
    {
      tool: 'ruby',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['syntax error'],
          pattern:
            /^(?:ruby: )?(?<file>[^\s:]+\.\w+):(?<line>\d+): (?<message>syntax errors? .*|syntax error.*)$/,
        },
      ],
    },
  ],
};
