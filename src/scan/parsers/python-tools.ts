import { DIGIT, START } from '../needle.js';
import type { Family, Groups } from '../parser.js';

/** The files that may hold a module. */
function filesOfModule({ module = '' }: Groups): readonly string[] {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`];
}

/** Checkers and builders of Python whose forms are no other tool's. */
export const pythonTools: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'ty',
      category: 'type',
      rows: [
        {
          kind: 'finding',
          needles: [': error[', ': warning['],
          pattern:
            /^(?<file>[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning)\[(?<code>[a-z][a-z-]*)\] (?<message>.*)$/,
        },
        {
          kind: 'open',
          needles: [`${START}error[`, `${START}warning[`],
          pattern: /^(?<severity>error|warning)\[(?<code>[a-z][a-z-]*)\]: (?<message>.*)$/,
          shared: true,
        },
      ],
    },
    {
      tool: 'pyrefly',
      category: 'type',
      rows: [
        // Before version 0.20 the place stood in front.
        {
          kind: 'finding',
          needles: [`${START}ERROR `, `${START} WARN `],
          pattern:
            /^ ?(?<severity>ERROR|WARN) (?<file>[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+)(?:-[\d:]+)?: (?<message>.*) \[(?<code>[a-z-]+)\]$/,
        },
        {
          kind: 'open',
          needles: [`${START}ERROR `, `${START} WARN `],
          pattern: /^ ?(?<severity>ERROR|WARN) (?<message>\S.*) \[(?<code>[a-z]+(?:-[a-z]+)+)\]$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'pylint',
      category: 'lint',
      rows: [
        // `--output-format=parseable`.
        {
          kind: 'finding',
          needles: ['.py:'],
          pattern:
            /^(?<file>[^\s:]+\.py):(?<line>\d+): \[(?<code>[EF]\d{4})(?:\([\w-]+\))?, ?[^\]]*\] (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.py:'],
          pattern:
            /^(?<file>[^\s:]+\.py):(?<line>\d+): \[(?<code>[CRWI]\d{4})(?:\([\w-]+\))?, ?[^\]]*\] (?<message>.*)$/,
          severity: 'warning',
        },
      ],
    },
    {
      tool: 'ruff',
      category: 'lint',
      rows: [
        // `--output-format=grouped`: below the file's name.
        {
          kind: 'finding',
          needles: [`${START}  ${DIGIT}`],
          pattern:
            /^ {2}(?<line>\d+):(?<column>\d+) +(?<code>[A-Z]{1,4}\d{2,4}|invalid-syntax):? (?:\[\*\] )?(?<message>\S.*)$/,
        },
      ],
    },
    {
      tool: 'djlint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}H0`, `${START}T0`, `${START}J0`, `${START}D0`],
          pattern: /^(?<code>[HTJD]0\d\d) (?<line>\d+):(?<column>\d+) (?<message>\S.*)$/,
        },
      ],
    },
    {
      tool: 'sqlfluff',
      category: 'lint',
      rows: [
        { kind: 'file', needles: [`${START}== [`], pattern: /^== \[(?<file>[^\]]+)\] (?:FAIL|PASS)$/ },
        {
          kind: 'finding',
          needles: [' | P: '],
          pattern: /^L: *(?<line>\d+) \| P: *(?<column>\d+) \| +(?<code>\w+) \| (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'check-jsonschema',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['::$'],
          pattern: /^ {2}(?<file>[^\s:]+)::(?<message>\$\S*: .*)$/,
        },
      ],
    },
    {
      tool: 'import-linter',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [' (l.'],
          pattern:
            /^(?:-| ) +(?<message>(?<module>[A-Za-z_][\w.]*) -> [\w.]+) \(l\.(?<line>\d+)(?:, l\.\d+)*\)$/,
          pathsOf: filesOfModule,
        },
      ],
    },
    {
      tool: 'mkdocs',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ["Doc file '"],
          pattern: /^WARNING +- +(?<message>Doc file '(?<file>[^']+)' contains .*)$/,
          severity: 'warning',
        },
        {
          kind: 'finding',
          needles: ["included in the 'nav' configuration"],
          pattern: /^WARNING +- +(?<message>A reference to .* is included in the 'nav' configuration.*)$/,
          files: ['mkdocs.yml'],
          severity: 'warning',
        },
      ],
    },
    {
      tool: 'build',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: ['ERROR Failed to parse '],
          pattern:
            /^ERROR (?<message>Failed to parse (?<file>[^\s:]+\.toml): .*) \(at line (?<line>\d+), column (?<column>\d+)\)$/,
        },
      ],
    },
    {
      tool: 'pip',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: [' (line '],
          pattern:
            /^ERROR: (?<message>(?:Cannot install|Could not find a version that satisfies) (?:[^()]* )?-r (?<file>\S+) \(line (?<line>\d+)\).*)$/,
        },
        {
          kind: 'finding',
          needles: ['(from -r '],
          pattern:
            /^ERROR: (?<message>Could not find a version that satisfies [^()]*\(from -r (?<file>\S+) \(line (?<line>\d+)\)\).*)$/,
        },
      ],
    },
  ],
};
