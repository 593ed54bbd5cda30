import type { Family } from '../parser.js';

/** Ruby: rspec, minitest, uncaught errors, `ruby -c`. */
export const ruby: Family = {
  innermost: 'first',
  // Ruby 3.1 quotes the failing expression between the error and its frames.
  traceGap: 8,
  parsers: [
    {
      tool: 'rspec',
      category: 'test',
      rows: [
        {
          kind: 'message',
          needles: ['Failure/Error: '],
          pattern: /^\s+(?<message>Failure\/Error: .*)$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: ['Error:', 'Exception:'],
          pattern: /^\s+(?<code>[A-Z]\w*(?:::\w+)*(?:Error|Exception)):$/,
          inTest: true,
          overrides: true,
          messageFollows: true,
        },
        {
          kind: 'frame',
          needles: [':in `', ":in '"],
          pattern: /^\s+# (?<file>[^\s:]+\.\w+):(?<line>\d+):in [`'](?<symbol>[^'`]*)'/,
        },
        { kind: 'end', needles: ['Finished in '], pattern: /^Finished in / },
      ],
    },
    {
      tool: 'minitest',
      category: 'test',
      rows: [
        { kind: 'test', needles: [') Error:', ') Failure:'], pattern: /^\s+\d+\) (?:Error|Failure):$/ },
        {
          kind: 'open',
          needles: ['#test_', '#test '],
          pattern: /^(?<test>[\w:]+#[^[]+?) \[(?<file>[^\s:\]]+):(?<line>\d+)\]:$/,
          messageFollows: true,
        },
        {
          kind: 'test',
          needles: ['#test_', '#test '],
          pattern: /^(?<test>[\w:]+#.+):$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'test-unit',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['Error: test', 'Failure: test'],
          pattern:
            /^(?:Error|Failure): (?<test>test[^()]*\([\w:]+\))(?:: (?<message>(?<code>[\w:]+): .*))?:?$/,
          nameIsMessage: true,
        },
        { kind: 'end', needles: ['====='], pattern: /^={5,}$/ },
      ],
    },
    {
      tool: 'ruby',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: ['(Psych::SyntaxError)'],
          pattern:
            /^(?:\S+:\d+:in [`'][^'`]*': )?\((?<file>[^()]+)\): (?<message>.* at line (?<line>\d+) column (?<column>\d+)) \((?<code>Psych::SyntaxError)\)$/,
          category: 'compile',
        },
        {
          kind: 'finding',
          needles: ['syntax error'],
          pattern: /^(?:ruby: )?(?<file>[^\s:]+\.\w+):(?<line>\d+): (?<message>syntax error.*)$/,
          category: 'compile',
        },
        {
          kind: 'message',
          needles: [':in `', ":in '"],
          pattern:
            /^(?<file>\S+?):(?<line>\d+):in [`'](?<symbol>[^'`]*)': (?<message>.*?)(?: \((?<code>[A-Z][\w:]*)\))?$/,
        },
        {
          kind: 'frame',
          needles: [':in `', ":in '"],
          pattern: /^\s+(?:\d+: )?from (?<file>[^\s:]+):(?<line>\d+):in [`'](?<symbol>[^'`]*)'/,
        },
        // rake's own message; the frames below are not indented.
        {
          kind: 'message',
          needles: ['rake aborted!'],
          pattern: /^rake aborted!$/,
          messageFollows: true,
        },
        {
          kind: 'frame',
          needles: [':in `', ":in '"],
          pattern: /^\s*(?<file>[^\s:]+\.\w+):(?<line>\d+):in [`'](?<symbol>[^'`]*)'$/,
        },
      ],
    },
  ],
};
