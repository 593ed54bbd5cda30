import { DIGIT, START } from '../needle.js';
import type { Family, Parser } from '../parser.js';

const ruby: readonly Parser[] = [
  {
    tool: 'sorbet',
    category: 'type',
    rows: [
      {
        kind: 'finding',
        needles: ['srb.help/'],
        pattern: /^(?<file>[^\s:]+\.rbi?):(?<line>\d+): (?<message>\S.*?) https:\/\/srb\.help\/(?<code>\d+)$/,
      },
    ],
  },
  {
    tool: 'rubocop',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: [': C: ', ': W: ', ': E: ', ': F: ', ': R: '],
        pattern:
          /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): (?<severity>[CWEFR]): (?:\[Corr?ectable\] )?(?:(?<code>[A-Z]\w+\/[\w/]+): )?(?<message>.*)$/,
      },
      {
        kind: 'finding',
        needles: ['.rb:'],
        pattern:
          /^\s+(?<file>[^\s:]+\.rb):(?<line>\d+):(?<column>\d+): (?<code>[A-Z]\w+\/[\w/]+): (?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'brakeman',
    category: 'security',
    rows: [
      {
        kind: 'finding',
        needles: [' near line '],
        pattern: /^(?<file>[^\s:]+\.\w+)\s+(?<line>\d+)\s+(?<message>[A-Z].* near line \d+.*)$/,
      },
    ],
  },
];

const other: readonly Parser[] = [
  {
    tool: 'yamllint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: [' error ', ' warning '],
        pattern:
          /^\s+(?<line>\d+):(?<column>\d+) +(?<severity>error|warning) +(?<message>\S.*?) +\((?<code>[\w-]+)\)$/,
      },
    ],
  },
  {
    tool: 'stylelint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['✖ ', '× ', '⚠ '],
        pattern: /^\s+(?<line>\d+):(?<column>\d+) +[✖×⚠] +(?<message>\S.*?) {2,}(?<code>[\w@/-]+)$/,
      },
    ],
  },
  {
    tool: 'tsd',
    category: 'type',
    rows: [
      {
        kind: 'finding',
        needles: ['✖ '],
        pattern: /^\s+✖ +(?<line>\d+):(?<column>\d+) +(?<message>\S.*?)\s*$/,
      },
    ],
  },
  {
    tool: 'markdownlint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: [` MD${DIGIT}`],
        pattern:
          /^(?<file>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))? (?:error )?(?<code>MD\d{3})(?:\/\S+)? (?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'actionlint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.github/workflows/'],
        pattern:
          /^(?<file>\S*\.github\/workflows\/[^\s:/]+):(?<line>\d+):(?<column>\d+):? (?<message>.*?)(?: \[(?<code>[\w-]+)\])?$/,
      },
    ],
  },
  {
    tool: 'shellcheck',
    category: 'lint',
    rows: [
      {
        kind: 'open',
        needles: [`${START}In `],
        pattern: /^In (?<file>\S+) line (?<line>\d+):$/,
        manyCloses: true,
      },
      {
        kind: 'close',
        needles: ['^-- SC'],
        pattern: /^\s*\^[-^]* ?(?<code>SC\d+) \((?<severity>\w+)\): (?<message>.*)$/,
      },
      {
        kind: 'finding',
        needles: [`[SC${DIGIT}`],
        pattern:
          /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): (?<severity>\w+): (?<message>.*) \[(?<code>SC\d+)\]$/,
      },
    ],
  },
  {
    tool: 'codespell',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: [' ==> '],
        pattern: /^(?<file>[^\s:]+):(?<line>\d+): (?<message>\S+ ==> .*)$/,
      },
    ],
  },
  {
    tool: 'protolint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.proto:'],
        pattern: /^\[(?<file>[^\s:\]]+\.proto):(?<line>\d+):(?<column>\d+)\] (?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'puppet-lint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.pp - '],
        pattern: /^(?<file>\S+\.pp) - (?<severity>ERROR|WARNING): (?<message>.*) on line (?<line>\d+)/,
      },
    ],
  },
  {
    tool: 'dart analyze',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['ERROR|', 'WARNING|', 'INFO|'],
        pattern:
          /^(?:ERROR|WARNING|INFO)\|\w+\|(?<code>\w+)\|(?<file>[^|]+)\|(?<line>\d+)\|(?<column>\d+)\|\d+\|(?<message>.*)$/,
      },
      {
        kind: 'finding',
        needles: [' • '],
        pattern:
          /^\s*(?<severity>error|warning|info) (?:•|-) (?<message>.*?) (?:•|-) (?<file>[^\s:]+\.dart):(?<line>\d+):(?<column>\d+) (?:•|-) (?<code>\w+)$/,
      },
    ],
  },
  {
    tool: 'luacheck',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.lua:'],
        pattern:
          /^\s+(?<file>[^\s:]+\.lua):(?<line>\d+):(?<column>\d+)(?:-\d+)?: (?:\((?<code>[EW]\d+)\) )?(?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'tslint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['ERROR: ', 'WARNING: '],
        pattern:
          /^(?<severity>ERROR|WARNING): (?:\((?<code>[\w-]+)\) )?(?<file>[^\s:]+\.[jt]sx?):(?<line>\d+):(?<column>\d+) - (?<message>.*)$/,
      },
      {
        kind: 'finding',
        needles: ['ERROR: ', 'WARNING: '],
        pattern:
          /^(?<severity>ERROR|WARNING): (?<line>\d+):(?<column>\d+) +(?<code>[\w-]+) +(?<message>\S.*)$/,
      },
      {
        kind: 'finding',
        needles: ['.ts[', '.tsx[', '.js['],
        pattern:
          /^(?:(?<severity>ERROR|WARNING): )?(?:\((?<code>[\w-]+)\) )?(?<file>[^\s[]+\.[jt]sx?)\[(?<line>\d+), (?<column>\d+)\]: (?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'standard',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.js:', '.ts:', '.jsx:', '.mjs:', '.cjs:', '.tsx:'],
        pattern:
          /^\s{2}(?<file>[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+):(?<column>\d+): (?<message>\S.*?)(?: \((?<code>[\w@/-]+)\))?(?: \((?<severity>warning)\))?$/,
      },
    ],
  },
  {
    tool: 'phpcs',
    category: 'lint',
    rows: [
      { kind: 'file', needles: ['FILE: '], pattern: /^FILE: (?<file>\S+)$/ },
      {
        kind: 'finding',
        needles: ['| ERROR', '| WARNING'],
        pattern: /^ *(?<line>\d+) \| (?<severity>ERROR|WARNING) +\| (?:\[[x ]\] )?(?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'helm',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['template: '],
        pattern:
          /^Error: (?:[A-Z ]+: )?template: (?<file>[^\s:]+\.\w+):(?<line>\d+)(?::(?<column>\d+))?: (?<message>.*)$/,
        category: 'config',
      },
      { kind: 'file', needles: ['==> Linting '], pattern: /^==> Linting (?<file>\S+)$/ },
      {
        kind: 'finding',
        needles: ['[ERROR] ', '[WARNING] '],
        pattern: /^\[(?<severity>ERROR|WARNING)\] (?<path>[^\s:]+\.(?:ya?ml|tpl|txt)): (?<message>.*)$/,
        pathsOf: ({ path = '' }, chart) => (chart === null ? [] : [`${chart}/${path}`]),
      },
    ],
  },
];

/** Linters of all languages with one line, or two, a finding. */
export const linters: Family = { innermost: 'first', traceGap: 1, parsers: [...ruby, ...other] };
