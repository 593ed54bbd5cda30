import { START } from '../needle.js';
import type { Family } from '../parser.js';

/** Formatters in check mode: mostly a file a line. */
export const formatters: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'prettier',
      category: 'format',
      rows: [
        {
          kind: 'skip',
          needles: ['[warn] '],
          pattern: /^\[warn\] (?:Code style issues|Ignored unknown|[^\s]*\s)/,
        },
        { kind: 'finding', needles: ['[warn] '], pattern: /^\[warn\] (?<message>(?<file>\S+))$/ },
        {
          kind: 'finding',
          needles: ['[error] '],
          pattern:
            /^\[error\] (?<file>[^\s:]+): (?<message>(?<code>SyntaxError): .*?) \((?<line>\d+):(?<column>\d+)\)$/,
        },
      ],
    },
    {
      tool: 'black',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['cannot format '],
          pattern:
            /^error: (?<message>cannot format (?<file>[^:]+): Cannot parse[^:]*: (?<line>\d+):(?<column>\d+):.*)$/,
          code: 'SyntaxError',
        },
        {
          kind: 'finding',
          needles: ['would reformat '],
          pattern: /^(?<message>would reformat (?<file>\S.*))$/,
        },
      ],
    },
    {
      tool: 'ruff format',
      category: 'format',
      rows: [
        {
          kind: 'open',
          needles: ['unformatted: '],
          pattern: /^(?<code>unformatted): (?<message>File would be reformatted)$/,
        },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+\.(?:pyi?|ipynb)):(?<line>\d+):(?<column>\d+)$/,
        },
        // `--diff`; git's have the letters of its sides in front.
        {
          kind: 'open',
          needles: [`${START}--- `],
          pattern: /^--- (?<file>(?!a\/)\S+\.(?:pyi?|ipynb))$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: [`${START}+++ `],
          pattern: /^(?<message>\+\+\+ (?!b\/)\S+\.(?:pyi?|ipynb))$/,
        },
        {
          kind: 'finding',
          needles: ['Would reformat: '],
          pattern: /^(?<message>Would reformat: (?<file>\S.*))$/,
        },
        {
          kind: 'finding',
          needles: ['Failed to parse '],
          pattern: /^error: (?<message>Failed to parse (?<file>[^:]+):(?<line>\d+):(?<column>\d+):.*)$/,
          code: 'SyntaxError',
        },
      ],
    },
    // Hooks that write what they would have.
    {
      tool: 'pre-commit',
      category: 'format',
      rows: [
        { kind: 'finding', needles: [`${START}Fixing `], pattern: /^(?<message>Fixing (?<file>[^\s:]+))$/ },
      ],
    },
    {
      tool: 'gofmt',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['.go.orig '],
          pattern: /^(?<message>diff (?:-u )?\S+\.go\.orig (?<file>\S+\.go))$/,
        },
      ],
    },
    {
      tool: 'isort',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['Imports are incorrectly sorted'],
          pattern: /^ERROR: (?<file>\S+) (?<message>Imports are incorrectly sorted.*)$/,
        },
      ],
    },
    {
      tool: 'spotless',
      category: 'format',
      rows: [
        {
          kind: 'file',
          needles: ['files had format violations', 'Violations also present'],
          pattern: /The following files had format violations:|Violations also present in:/,
        },
        {
          kind: 'finding',
          needles: ['.java', '.kt', '.groovy', '.gradle', '.scala', '.md', '.xml', '.yml', '.yaml'],
          pattern:
            /^(?:> ?)?\s{6,}(?<message>(?<file>\S+\/\S+\.(?:java|kts?|groovy|gradle|scala|md|xml|ya?ml)))$/,
          summary: true,
        },
      ],
    },
  ],
};
