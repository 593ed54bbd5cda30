import { DIGIT, START } from '../needle.js';
import type { Family } from '../parser.js';

/** Linters and scanners of scripts, templates, configuration and prose. */
export const scriptLinters: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'dotenv-linter',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.env'],
          pattern: /^(?<file>\S{0,500}?\.env\S{0,500}?):(?<line>\d+) (?<code>[A-Z]\w+): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'bandit',
      category: 'security',
      rows: [
        {
          kind: 'open',
          needles: ['>> Issue: ['],
          pattern: /^>> Issue: \[(?<code>B\d+):[\w-]+\] (?<message>.*)$/,
        },
        {
          kind: 'close',
          needles: ['Location: '],
          pattern: /^\s+Location: (?<file>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?$/,
        },
      ],
    },
    {
      tool: 'misspell',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['is a misspelling of'],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+):? (?<message>"[^"]*" is a misspelling of .*)$/,
        },
      ],
    },
    {
      tool: 'typos',
      category: 'lint',
      rows: [
        { kind: 'open', needles: ['` should be `'], pattern: /^error: (?<message>`[^`]*` should be `.*)$/ },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'hadolint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [` DL${DIGIT}`, ` SC${DIGIT}`],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+) (?<code>(?:DL|SC)\d{4}) (?:(?<severity>error|warning|info|style): )?(?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'haml-lint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.haml:', '.slim:', '.erb:'],
          pattern:
            /^(?<file>[^\s:]+\.(?:haml|slim|erb)):(?<line>\d+) \[(?<severity>[WE])\] (?:(?<code>\w+): )?(?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'reek',
      category: 'lint',
      rows: [
        { kind: 'file', needles: ['.rb -- '], pattern: /^(?<file>[^\s:]+\.rb) -- \d+ warnings?:?$/ },
        {
          kind: 'finding',
          needles: [']:'],
          pattern: /^ {2}\[(?<line>\d+)[\d, ]*\]:(?:(?<code>[A-Z]\w+): )?(?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'phpstan',
      category: 'lint',
      rows: [
        { kind: 'file', needles: [' Line '], pattern: /^ +Line +(?<file>\S+\.php)/ },
        {
          kind: 'finding',
          needles: [`${START}  ${DIGIT}`, `${START}  :${DIGIT}`],
          pattern: /^ {2}:?(?<line>\d+) {2,}(?<message>[A-Z].*\S)\s*$/,
        },
        {
          kind: 'finding',
          needles: ['.php:'],
          pattern: /^(?<file>[^\s:]+\.php):(?<line>\d+):(?<message>[A-Z].*)$/,
        },
      ],
    },
    {
      tool: 'psalm',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['ERROR: ', 'INFO: '],
          pattern:
            /^(?<severity>ERROR|INFO): (?<code>[A-Z]\w+) - (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+) - (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'vint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.vim:', 'vimrc:'],
          pattern: /^(?<file>[^\s:]+(?:\.vim|vimrc)):(?<line>\d+):(?<column>\d+): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'vulture',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['% confidence)'],
          pattern: /^(?<file>[^\s:]+\.py):(?<line>\d+): (?<message>.*) \(\d+% confidence\)$/,
        },
      ],
    },
    {
      tool: 'jshint',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [', col '],
          pattern:
            /^(?<file>[^\s:]+): line (?<line>\d+), col (?<column>\d+), (?<message>(?!Error - |Warning - ).*?)(?: \((?<code>[EW]\d+)\))?$/,
        },
      ],
    },
    {
      tool: 'biome',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: ['━━'],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+) (?<code>(?:lint|assist)\/[\w/]+|parse)\b.*━+$/,
        },
        {
          kind: 'open',
          needles: [' format ━'],
          pattern: /^(?<file>[^\s:]+) (?<code>format) ━+$/,
          category: 'format',
        },
        { kind: 'close', needles: ['× ', '✖ '], pattern: /^\s+[×✖] (?<message>.*)$/ },
        { kind: 'close', needles: ['! ', '⚠ '], pattern: /^\s+[!⚠] (?<message>.*)$/, severity: 'warning' },
      ],
    },
    {
      tool: 'oxlint',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: [`${START}  x `, `${START}  × `],
          pattern: /^ {2}[x×] (?:(?<code>[\w-]+\([\w/-]+\)): )?(?<message>\S.*)$/,
        },
        {
          kind: 'open',
          needles: [`${START}  ! `, `${START}  ⚠ `],
          pattern: /^ {2}[!⚠] (?:(?<code>[\w-]+\([\w/-]+\)): )?(?<message>\S.*)$/,
          severity: 'warning',
        },
        {
          kind: 'close',
          needles: [',-[', '╭─['],
          pattern: /^\s+(?:,-|╭─)\[(?<file>[^\s:\]]+):(?<line>\d+):(?<column>\d+)\]$/,
        },
      ],
    },
  ],
};
