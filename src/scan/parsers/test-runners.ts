import type { Family } from '../parser.js';

/** Test runners of the compiled languages that have no family of their own. */
export const testRunners: Family = {
  innermost: 'first',
  traceGap: 3,
  parsers: [
    {
      tool: 'dotnet test',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['Failed '],
          pattern: /^\s*(?:X |Failed )(?<test>[\w.]+(?:\(.*\))?) \[.*\]$/,
        },
        {
          kind: 'message',
          needles: ['Error Message:'],
          pattern: /^\s+Error Message:$/,
          inTest: true,
          messageFollows: true,
        },
        {
          kind: 'message',
          needles: ['Unhandled exception'],
          pattern: /^Unhandled exception\. (?<message>(?<code>[\w.]+).*)$/,
        },
        {
          kind: 'frame',
          needles: [':line '],
          pattern: /^\s+at (?<symbol>.*) in (?<file>.+):line (?<line>\d+)$/,
        },
      ],
    },
    {
      tool: 'nunit',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: [') Failed : ', ') Error : '],
          pattern: /^\d+\) (?:Failed|Error) : (?<test>[\w.]+(?:\(.*\))?)$/,
          messageFollows: true,
        },
        {
          kind: 'frame',
          needles: [':line '],
          pattern: /^at (?<symbol>[^\s()]+\([^()]*\)) in (?<file>(?:[A-Za-z]:)?[^:]+):line (?<line>\d+)$/,
          inTest: true,
        },
      ],
    },
    {
      tool: 'robot',
      category: 'test',
      rows: [
        { kind: 'end', needles: [' passed, '], pattern: /^\d+ tests?, \d+ passed, \d+ failed/ },
        {
          kind: 'test',
          needles: ['| FAIL |'],
          pattern: /^(?<test>\S.*) \| FAIL \|$/,
          messageFollows: true,
        },
        {
          kind: 'finding',
          needles: ["Error in file '"],
          pattern:
            /^\[ (?<severity>ERROR|WARN) \] Error in file '(?<file>[^']+)' on line (?<line>\d+): (?<message>.*)$/,
          category: 'config',
        },
      ],
    },
    {
      tool: 'dart test',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: [' [E]'],
          pattern: /^\d+:\d+ \+\d+(?: ~\d+)? -\d+: (?:\S+\.dart: )?(?<test>.*) \[E\]$/,
          messageFollows: true,
        },
        {
          kind: 'frame',
          needles: ['.dart '],
          pattern: /^\s+(?<file>\S+\.dart) (?<line>\d+):(?<column>\d+) +(?<symbol>\S.*)$/,
          inTest: true,
        },
      ],
    },
    {
      tool: 'googletest',
      category: 'test',
      rows: [
        {
          kind: 'open',
          needles: [': Failure'],
          pattern: /^(?<file>[^\s:]+):(?<line>\d+): Failure$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'catch2',
      category: 'test',
      rows: [
        {
          kind: 'open',
          needles: [': FAILED:'],
          pattern: /^(?<file>[^\s:]+):(?<line>\d+): FAILED:$/,
          messageFollows: true,
        },
        {
          kind: 'finding',
          needles: [': failed: '],
          pattern: /^(?<file>[^\s:]+\.\w+):(?<line>\d+): failed: (?<message>.*)$/,
        },
        // Inside of its JUnit XML.
        { kind: 'message', needles: ['FAILED:'], pattern: /^FAILED:$/, messageFollows: true, inTest: true },
        { kind: 'frame', needles: ['at '], pattern: /^at (?<file>[^\s:]+\.\w+):(?<line>\d+)$/, inTest: true },
      ],
    },
    {
      tool: 'behave',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: ['.feature:'],
          pattern: /^ {2}(?<file>\S+\.feature):(?<line>\d+) +(?<message>(?<test>\S.*))$/,
        },
      ],
    },
    {
      tool: 'assert',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [': Assertion `'],
          pattern: /^\S+: (?<file>[^\s:]+):(?<line>\d+): .*?: (?<message>Assertion `.*' failed\.)$/,
        },
      ],
    },
    {
      tool: 'scalatest',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['*** FAILED ***'],
          pattern: /^\[info\] - (?<test>.*) \*\*\* FAILED \*\*\*/,
        },
        {
          kind: 'finding',
          needles: ['.scala:'],
          pattern: /^\[info\] +(?<message>\S.*) \((?<file>\w+\.scala):(?<line>\d+)\)$/,
          inTest: true,
        },
      ],
    },
  ],
};
