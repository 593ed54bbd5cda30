import { DIGIT, DIGITS, START } from '../needle.js';
import type { Family } from '../parser.js';
import { CAPITAL_NAME, COLUMN_BRACKET } from './line-marks.js';

/** Bundlers and frameworks of the web: message and place on different lines. */
export const bundlers: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'esbuild',
      category: 'compile',
      rows: [
        {
          kind: 'open',
          needles: ['[ERROR] ', '[WARNING] '],
          pattern: /^[✘X▲] \[(?<severity>ERROR|WARNING)\] (?<message>.*?)(?: \[(?<code>[\w-]+)\])?$/,
        },
        {
          kind: 'close',
          needles: [`:${DIGITS}:`],
          pattern: /^ {4}(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+):$/,
        },
      ],
    },
    {
      tool: 'ts-loader',
      category: 'type',
      rows: [
        {
          kind: 'open',
          needles: ['[tsl] '],
          pattern: /^\[tsl\] (?<severity>ERROR|WARNING) in (?<file>[^\s(]+)\((?<line>\d+),(?<column>\d+)\)$/,
        },
        { kind: 'close', needles: [`TS${DIGIT}`], pattern: /^\s+(?<code>TS\d+): (?<message>.*)$/ },
      ],
    },
    {
      tool: 'webpack',
      category: 'compile',
      rows: [
        // A loader's own words follow.
        {
          kind: 'open',
          needles: ['ERROR in /'],
          pattern: /^ERROR in (?<file>\/[^\s:]+\.tsx?)$/,
          messageFollows: true,
          summary: true,
        },
        {
          kind: 'open',
          needles: ['ERROR in '],
          pattern:
            /^ERROR in (?<file>\.?[^\s:]+)(?:[ :](?<line>\d+):(?<column>\d+)(?:-\d+)?(?::\d+(?:-\d+)?)?)?$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'vite',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['failed to resolve import'],
          pattern:
            /^(?:\[vite\]: |\[vite:[\w-]+\] )?(?<message>(?:Rollup f|F)ailed to resolve import ["'][^"']+["'] from ["'](?<file>[^"']+)["'].*)$/,
        },
      ],
    },
    // Vite's since version 8.
    {
      tool: 'rolldown',
      category: 'compile',
      rows: [
        { kind: 'open', needles: CAPITAL_NAME, pattern: /^\[(?<code>[A-Z]+_[A-Z_]+)\] (?<message>\S.*)$/ },
        {
          kind: 'close',
          needles: ['╭─[ '],
          pattern: /^\s*╭─\[ (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+) \]$/,
        },
      ],
    },
    {
      tool: 'rollup',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}[!] `],
          pattern:
            /^\[!\] (?:\(plugin [^)]+\) )?\w*Error: (?<file>[^\s:]+) \((?<line>\d+):(?<column>\d+)\): (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: [`${START}[!] `],
          pattern:
            /^\[!\] (?:\(plugin [^)]+\) )?\w*Error: (?<message>Could not resolve "[^"]+" from "(?<file>[^"]+)".*)$/,
        },
        {
          kind: 'open',
          needles: [`${START}[!] `],
          pattern: /^\[!\] (?:\(plugin (?<code>[^)]+)\) )?(?<message>\w*Error: .*)$/,
        },
        {
          kind: 'close',
          needles: COLUMN_BRACKET,
          pattern: /^(?<file>[^\s:()]+) \((?<line>\d+):(?<column>\d+)\)$/,
        },
      ],
    },
    {
      tool: 'next build',
      category: 'type',
      rows: [
        {
          kind: 'open',
          needles: [`${START}./`],
          pattern: /^(?<file>\.\/[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+):(?<column>\d+)$/,
        },
        { kind: 'close', needles: ['Type error: '], pattern: /^Type error: (?<message>.*)$/ },
        // Turbopack's, and those of the loaders below it.
        { kind: 'close', needles: ['Error: '], pattern: /^Error: (?<message>\S.*)$/, category: 'compile' },
        {
          kind: 'close',
          needles: ['Module not found: '],
          pattern: /^(?<message>Module not found: .*)$/,
          category: 'compile',
        },
      ],
    },
  ],
};
