import { START } from '../needle.js';
import type { Family } from '../parser.js';

/** pytest's own traces (`--tb=long`, `short`, `line`); outermost frame first, one block a test. */
export const pytest: Family = {
  innermost: 'last',
  traceGap: Number.POSITIVE_INFINITY,
  parsers: [
    {
      tool: 'pytest',
      category: 'test',
      rows: [
        { kind: 'test', needles: ['_ ERROR collecting '], pattern: /^_+ ERROR collecting (?<file>\S+) _+$/ },
        {
          kind: 'test',
          needles: ['while loading conftest'],
          pattern: /^ImportError while loading conftest '(?<file>[^']+)'\.$/,
        },
        {
          kind: 'test',
          needles: [`${START}___`],
          pattern: /^_{3,} (?:ERROR at (?:setup|teardown) of )?(?<test>\S.*?) _{3,}$/,
        },
        {
          kind: 'cause',
          needles: ['During handling of the above', 'The above exception was'],
          pattern: /^(?:During handling of the above exception|The above exception was the direct cause)/,
          inTest: true,
        },
        {
          kind: 'frame',
          needles: ['E     File "'],
          pattern: /^E {5}File "(?<file>[^"]+)", line (?<line>\d+)/,
          inTest: true,
        },
        // A fixture that is not there: the test that asks for it.
        {
          kind: 'frame',
          needles: ['file '],
          pattern: /^file (?<file>\S.*), line (?<line>\d+)$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: ['[XPASS(strict)]'],
          pattern: /^(?<message>\[XPASS\(strict\)\].*)$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: [`${START}E   `],
          pattern: /^E {3}(?<message>(?<code>SyntaxError|IndentationError|TabError): .*)$/,
          inTest: true,
          overrides: true,
        },
        {
          kind: 'message',
          needles: [`${START}E   `],
          pattern:
            /^E {3,}(?<message>(?:(?<code>[A-Za-z_][\w.]*(?:Error|Exception|Exit|Warning|Timeout|Failed)\b)|\S).*)$/,
          inTest: true,
        },
        { kind: 'scope', needles: [' def '], pattern: /^ +(?:async )?def (?<symbol>\w+)\(/, inTest: true },
        {
          kind: 'frame',
          needles: ['.py:', '.pyx:'],
          pattern:
            /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.pyx?):(?<line>\d+): (?:in (?<symbol>\S+)|(?<code>[A-Za-z_][\w.]*)?)\s*$/,
          inTest: true,
        },
        {
          kind: 'finding',
          needles: ['.py:'],
          pattern:
            /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.py):(?<line>\d+): (?<message>(?:assert |(?<code>[A-Z]\w*(?:Error|Exception|Failed|Warning|Exit)|Failed): ).*)$/,
        },
        {
          kind: 'mute',
          needles: ['= RERUNS =', '= PASSES =', '= warnings summary ='],
          pattern: /^={3,} (?:RERUNS|PASSES|warnings summary) ={3,}$/,
        },
        { kind: 'end', needles: ['====='], pattern: /^={3,} .* ={3,}$/ },
        {
          kind: 'finding',
          needles: ['FAILED ', 'ERROR '],
          pattern:
            /^(?:FAILED|ERROR) (?:\[[\d.]+s\] )?(?<test>(?<file>[^\s:]+\.py)(?:::\S.*?)?)(?: - (?<message>.*))?$/,
          summary: true,
        },
      ],
    },
    {
      tool: 'unittest',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['ERROR: ', 'FAIL: '],
          pattern: /^(?:ERROR|FAIL): (?<test>\w+ \([\w.]+\).*)$/,
        },
        { kind: 'end', needles: [`${START}Ran `], pattern: /^Ran \d+ tests? in / },
      ],
    },
  ],
};
