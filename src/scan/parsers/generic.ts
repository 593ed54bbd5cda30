import type { Family } from '../parser.js';
import { EXTENSION_LINE } from './line-marks.js';

/** `path:line[:column]: message` of no known tool, and the runner's own annotations. */
export const generic: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'github',
      category: 'lint',
      rows: [
        // A reporter of tests.
        {
          kind: 'finding',
          needles: ['::error '],
          pattern:
            /^::(?<severity>error) (?=[^:]*\bfile=(?<file>[^,:]+))(?:(?=[^:]*\bline=(?<line>\d+))|)(?:(?=[^:]*\bcol(?:umn)?=(?<column>\d+))|)[^:]*::(?<message>(?<code>(?:[A-Z]\w*)?(?:Error|Exception|Failure)): .*?)(?:%0A.*)?$/,
          category: 'test',
        },
        {
          kind: 'finding',
          needles: ['::error ', '::warning '],
          pattern:
            /^::(?<severity>error|warning) (?=[^:]*\bfile=(?<file>[^,:]+))(?:(?=[^:]*\bline=(?<line>\d+))|)(?:(?=[^:]*\bcol=(?<column>\d+))|)(?:(?=[^:]*\btitle=[^,:]*\((?<code>[\w/-]+)\))|)[^:]*::(?<message>.*?)(?:%0A.*)?$/,
        },
      ],
    },
    {
      tool: 'generic',
      category: 'compile',
      rows: [
        // Where ant and make stand, not where the fault is.
        { kind: 'skip', needles: ['build.xml:', 'Makefile:'], pattern: /(?:build\.xml|Makefile):\d+/ },
        {
          kind: 'finding',
          needles: EXTENSION_LINE,
          pattern:
            /^(?:error: ?)?(?<file>(?:[A-Za-z]:)?[^\s:()"'=,;]+\.[A-Za-z]\w*):(?<line>\d+)(?::(?<column>\d+))?:? +(?<severity>error|warning|note|info)?:? ?(?<message>\S.*)$/,
        },
      ],
    },
  ],
};
