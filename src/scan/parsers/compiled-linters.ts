import type { Family } from '../parser.js';

/** Linters, formatters and scanners of compiled languages; before the compilers, whose form most of them print. */
export const compiledLinters: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'buf',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.proto:'],
          pattern: /^(?<file>[^\s:]+\.proto):(?<line>\d+):(?<column>\d+):(?<message>\S.*)$/,
        },
      ],
    },
    {
      tool: 'cpplint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['] ['],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+): {2}(?<message>.*?) {2}\[(?<code>[a-z_]+\/[\w+]+)\] \[\d\]$/,
        },
      ],
    },
    {
      tool: 'cppcheck',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [']: ('],
          pattern: /^\[(?<file>[^\s:\]]+):(?<line>\d+)\]: \((?<severity>\w+)\) (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'clang-format',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['-Wclang-format-violations'],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): (?<severity>error|warning): (?<message>.*) \[-Wclang-format-violations\]$/,
        },
      ],
    },
    {
      tool: 'swiftlint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [' Violation: '],
          pattern:
            /^(?<file>[^\s:]+\.swift):(?<line>\d+)(?::(?<column>\d+))?: (?<severity>error|warning): (?<message>.* Violation: .*) \((?<code>\w+)\)$/,
        },
      ],
    },
    {
      tool: 'clj-kondo',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.clj'],
          pattern:
            /^(?<file>[^\s:]+\.clj[cs]?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning|info): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'hlint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [': Warning: ', ': Suggestion: ', ': Error: '],
          pattern:
            /^(?<file>[^\s:]+\.l?hs):(?<line>\d+):(?<column>\d+)(?:-\d+)?: (?<severity>Warning|Suggestion|Error): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'credo',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.ex:', '.exs:'],
          pattern:
            /^(?:\[[A-Z]\] \S )?(?<file>[^\s:]+\.exs?):(?<line>\d+)(?::(?<column>\d+))?:? (?:[A-Z]: )?(?<message>[A-Z].*)$/,
        },
      ],
    },
    {
      tool: 'dscanner',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.d('],
          pattern:
            /^(?<file>[^\s(]+\.d)\((?<line>\d+):(?<column>\d+)\)\[(?<severity>warn|error)\]: (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'golint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['should have comment', 'should be of the form', "don't use ", ' should be '],
          pattern:
            /^(?<file>[^\s:]+\.go):(?<line>\d+):(?<column>\d+): (?<message>(?:exported|comment on|don't use|error|receiver|func|var|const|type|if block|package) .*)$/,
        },
      ],
    },
    {
      tool: 'gosec',
      category: 'security',
      rows: [
        {
          kind: 'finding',
          needles: ['(CWE-'],
          pattern:
            /^\[(?<file>[^\s:\]]+):(?<line>[\d]+)(?:-\d+)?\] - (?<code>G\d+) \(CWE-\d+\): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'checkstyle',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.java:'],
          pattern:
            /^\[(?<severity>ERROR|WARN|WARNING)\] (?<file>[^\s:]+\.java):(?<line>\d+)(?::(?<column>\d+))?: (?<message>.*) \[(?<code>[A-Z]\w+)\]$/,
        },
        {
          kind: 'finding',
          needles: ['.java:['],
          pattern:
            /^\[(?<severity>ERROR|WARNING)\] (?<file>[^\s:]+\.java):\[(?<line>\d+)(?:,(?<column>\d+))?\] \([a-z]+\) (?<code>[A-Z]\w+): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'ktlint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.kt:', '.kts:'],
          pattern:
            /^(?<file>[^\s:]+\.kts?):(?<line>\d+):(?<column>\d+): (?<message>(?!error: |warning: ).*?) [([](?<code>[a-z]+(?:-[a-z]+)*:[\w-]+|[a-z]+(?:-[a-z]+)+|[A-Z]\w+)[)\]]$/,
        },
      ],
    },
  ],
};
