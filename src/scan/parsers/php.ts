import type { Family } from '../parser.js';

/** PHP: lint, phpunit, uncaught errors. */
export const php: Family = {
  innermost: 'first',
  traceGap: 2,
  parsers: [
    {
      tool: 'php',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['Parse error: '],
          pattern: /^(?:PHP )?Parse error: +(?<message>(?:\S.*)?) in (?<file>\S+) on line (?<line>\d+)$/,
        },
        {
          kind: 'finding',
          needles: ['Fatal error: '],
          pattern:
            /^(?:PHP )?Fatal error: +(?<message>(?:\S.*)?) in (?<file>\S+?)(?: on line |:)(?<line>\d+)$/,
          category: 'test',
        },
      ],
    },
    {
      tool: 'phpunit',
      category: 'test',
      rows: [
        { kind: 'test', needles: ['::'], pattern: /^\d+\) (?<test>[\w\\]+::\w+.*)$/, messageFollows: true },
        {
          kind: 'frame',
          needles: ['.php:'],
          pattern: /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.php):(?<line>\d+)$/,
          inTest: true,
        },
        // With --testdox.
        { kind: 'test', needles: [' ✘ '], pattern: /^ ✘ (?<test>\S.*)$/ },
        {
          kind: 'frame',
          needles: ['.php:'],
          pattern: /^ +[│╵] +(?<file>(?:[A-Za-z]:)?[^\s:]+\.php):(?<line>\d+)$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: ['│ ', '├ '],
          pattern: /^ +[│├] +(?<message>(?:(?<code>[A-Z]\w*(?:\\\w+)*): )?[^\s/].*)$/,
          inTest: true,
        },
        { kind: 'end', needles: ['ERRORS!', 'FAILURES!'], pattern: /^(?:ERRORS|FAILURES)!$/ },
      ],
    },
  ],
};
