import type { Family } from '../parser.js';

/** Package managers whose errors begin as those of compilers do. */
export const resolvers: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'uv',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['The lockfile at '],
          pattern: /^error: (?<message>The lockfile at `(?<file>[^`]+)` needs to be updated.*)$/,
        },
        {
          kind: 'finding',
          needles: ['requirements are unsatisfiable'],
          pattern: /^(?: +cause: |\s*╰─▶ )?(?<message>Because .*requirements are unsatisfiable\.)$/,
          files: ['pyproject.toml'],
        },
        {
          kind: 'open',
          needles: ['Failed to parse: '],
          pattern: /^error: Failed to parse: `?(?<file>[^\s`]+)`?$/,
          category: 'config',
        },
        {
          kind: 'close',
          needles: ['TOML parse error at '],
          pattern:
            /^(?: +cause: | *Caused by: )?(?<message>TOML parse error) at line (?<line>\d+), column (?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'poetry',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['since poetry.lock was last generated'],
          pattern:
            /^(?<message>pyproject\.toml changed significantly since poetry\.lock was last generated\..*)$/,
          files: ['poetry.lock'],
        },
        {
          kind: 'finding',
          needles: ['version solving failed'],
          pattern: /^(?<message>Because .*, version solving failed\.)$/,
          files: ['pyproject.toml'],
        },
      ],
    },
    {
      tool: 'bundler',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['frozen mode is set'],
          pattern:
            /^(?<message>The dependencies in your gemfile changed, but the lockfile can't be updated because frozen mode is set.*)$/,
          files: ['Gemfile.lock'],
        },
        {
          kind: 'finding',
          needles: ['Could not find gem '],
          pattern: /^(?<message>Could not find gem '[^']+'.*)$/,
          files: ['Gemfile'],
        },
      ],
    },
  ],
};
