import type { Family } from '../parser.js';

/** How ansible-lint's rules begin that have no part in brackets (docs.ansible.com/projects/lint/rules). */
const RULES = ['avoid-', 'command-', 'deprecated-', 'inline-', 'key-', 'loop-', 'no-', 'only-', 'package-'];

/** ansible-lint, and ansible itself. */
export const ansible: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'ansible-lint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.yml:', '.yaml:'],
          pattern:
            /^(?<file>[^\s:]+\.ya?ml):(?<line>\d+)(?::(?<column>\d+))?: \[?E?(?<code>\d{3}|[a-z-]+\[[\w./-]+\]|[a-z]+(?:-[a-z]+)+)\]?(?:\[\/\])?:? (?<message>.*)$/,
        },
        {
          kind: 'open',
          needles: [']: ', 'partial-', 'risky-', 'role-', 'run-', 'syntax-', 'var-', ...RULES],
          pattern: /^(?<code>[a-z-]+\[[\w.-]+\]|[a-z]+(?:-[a-z]+)+): (?<message>[A-Z].*)$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: ['.yml:', '.yaml:'],
          pattern: /^(?<file>[^\s:]+\.ya?ml):(?<line>\d+)(?::(?<column>\d+))?(?: .*)?$/,
        },
      ],
    },
    {
      tool: 'ansible',
      category: 'compile',
      rows: [
        {
          kind: 'open',
          needles: ['[ERROR]: Task failed'],
          pattern: /^\[ERROR\]: (?<message>Task failed.*)$/,
          category: 'test',
        },
        { kind: 'open', needles: ['[ERROR]: '], pattern: /^\[ERROR\]: (?<message>\S.*)$/, shared: true },
        {
          kind: 'close',
          needles: ['Origin: '],
          pattern: /^Origin: (?<file>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?$/,
        },
        // Up to 2.18.
        { kind: 'open', needles: ['ERROR! '], pattern: /^ERROR! (?<message>\S.*)$/ },
        {
          kind: 'close',
          needles: ['The error appears to be in '],
          pattern: /^The error appears to be in '(?<file>[^']+)': line (?<line>\d+), column (?<column>\d+)/,
        },
      ],
    },
  ],
};
