import type { Family } from '../parser.js';

/** rustc, cargo, clippy, rustfmt and the test harness. */
export const rust: Family = {
  innermost: 'first',
  traceGap: 3,
  parsers: [
    {
      tool: 'clippy',
      category: 'lint',
      rows: [
        // The lint's name stands below the place: a note, or the address of its documentation.
        {
          kind: 'detail',
          needles: ['clippy::', 'rust-clippy/'],
          pattern: /^\s+= (?:note|help): .*(?:clippy::|rust-clippy\/\S*#)(?<code>\w+)/,
        },
      ],
    },
    // A warning that a gate forbids is a finding of a linter, whoever prints it.
    {
      tool: 'rustc',
      category: 'lint',
      rows: [
        {
          kind: 'detail',
          needles: ['implied by `-D warnings`'],
          pattern: /^\s+= note: `-D (?<code>[\w:-]+)` implied by `-D warnings`$/,
        },
      ],
    },
    {
      tool: 'cargo',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: ['failed to parse manifest at '],
          pattern: /^error: (?<message>failed to parse manifest at `(?<file>[^`]+)`)$/,
        },
        {
          kind: 'finding',
          needles: ['the lock file '],
          pattern:
            /^error: (?<message>(?:cannot update )?the lock file (?<file>\S+) (?:because --locked was passed|needs to be updated but --locked).*)$/,
          category: 'dependency',
        },
        {
          kind: 'open',
          needles: ['failed to select a version for ', 'no matching package named '],
          pattern: /^error: (?<message>(?:failed to select a version for|no matching package named) .*)$/,
          category: 'dependency',
        },
        {
          kind: 'close',
          needles: ['required by package '],
          pattern: /^\s*(?:\.\.\. )?required by package `[^`()]*\((?<dir>[^`()]+)\)`/,
          pathsOf: ({ dir = '' }) => [`${dir}/Cargo.toml`],
          category: 'dependency',
        },
        {
          kind: 'close',
          needles: ['.toml:'],
          pattern: /^\s*--> (?<file>[^\s:]+\.toml):(?<line>\d+):(?<column>\d+)$/,
          category: 'config',
        },
      ],
    },
    {
      tool: 'rustc',
      category: 'compile',
      rows: [
        // `--message-format short`.
        {
          kind: 'finding',
          needles: ['.rs:'],
          pattern:
            /^(?<file>[^\s:]+\.rs):(?<line>\d+):(?<column>\d+): (?<severity>error|warning)(?:\[(?<code>[\w:]+)\])?: (?<message>.*)$/,
        },
        {
          kind: 'open',
          needles: ['error: ', 'error[', 'warning: ', 'warning['],
          pattern: /^(?<severity>error|warning)(?:\[(?<code>[\w:]+)\])?: (?<message>.*)$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+\.rs):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'cargo test',
      category: 'test',
      rows: [
        {
          kind: 'file',
          needles: ['   Running '],
          pattern: /^\s+Running (?:unittests )?(?<file>\S+\.rs) \(/,
        },
        {
          kind: 'finding',
          needles: ['has overflowed its stack'],
          pattern: /^thread '(?<test>[^']*)'(?: \(\d+\))? (?<message>has overflowed its stack)$/,
        },
        { kind: 'test', needles: ['---- '], pattern: /^---- (?<test>\S+) stdout ----$/ },
        { kind: 'end', needles: ['test result: '], pattern: /^test result: / },
        { kind: 'message', needles: ['Error: '], pattern: /^(?<message>Error: .*)$/, inTest: true },
        {
          kind: 'finding',
          needles: ['did not panic as expected'],
          pattern:
            /^note: (?<message>test did not panic as expected) at (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+)$/,
        },
        {
          kind: 'open',
          needles: ["' panicked at ", ') panicked at '],
          pattern:
            /^(?: {2})?thread '(?<test>[^']*)'(?: \(\d+\))? panicked at (?<file>[^\s:']+):(?<line>\d+):(?<column>\d+):$/,
          messageFollows: true,
        },
        {
          kind: 'finding',
          needles: ["' panicked at '"],
          pattern:
            /^thread '(?<test>[^']*)' panicked at '(?<message>.*)', (?<file>[^\s:']+):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'rustfmt',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['Diff in '],
          pattern: /^(?<message>Diff in (?<file>\S+?)(?: at line |:)(?<line>\d+)):?$/,
        },
      ],
    },
  ],
};
