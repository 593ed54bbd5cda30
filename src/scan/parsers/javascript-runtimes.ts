import { START } from '../needle.js';
import type { Family } from '../parser.js';
import { EXTENSION_LINE } from './line-marks.js';

/** Tools that print the place of an error below it as JavaScript's frames look: they come before those. */
export const javascriptRuntimes: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'deno check',
      category: 'type',
      rows: [
        {
          kind: 'open',
          needles: [' [ERROR]: '],
          pattern: /^(?<code>TS\d+) \[(?<severity>ERROR)\]: (?<message>.*)$/,
        },
        {
          kind: 'close',
          needles: ['at file://'],
          pattern: /^\s+at (?<file>file:\/\/\S+):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'deno lint',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: [`${START}error[`],
          pattern: /^error\[(?<code>[a-z][\w/-]*)\]: (?<message>.*)$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: ['--> '],
          pattern: /^\s*--> (?<file>[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'deno fmt',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}from /`],
          pattern: /^(?<message>from (?<file>\/[^\s:]+)):$/,
        },
      ],
    },
    {
      tool: 'svelte-check',
      category: 'type',
      rows: [
        {
          kind: 'finding',
          needles: [' ERROR "', ' WARNING "'],
          pattern:
            /^\d+ (?<severity>ERROR|WARNING) "(?<file>[^"]+)" (?<line>\d+):(?<column>\d+) "(?<message>.*)"$/,
        },
        {
          kind: 'open',
          needles: EXTENSION_LINE,
          pattern: /^(?<file>\/\S+\.(?:svelte|[jt]s)):(?<line>\d+):(?<column>\d+)$/,
          shared: true,
        },
        {
          kind: 'close',
          needles: [`${START}Error: `, `${START}Warn: `],
          pattern: /^(?<severity>Error|Warn): (?<message>.*?) \((?:ts|js|css|svelte)\)$/,
        },
      ],
    },
    {
      tool: 'parcel',
      category: 'compile',
      rows: [
        { kind: 'open', needles: [`${START}@parcel/`], pattern: /^@parcel\/[\w-]+: (?<message>.*)$/ },
        {
          kind: 'close',
          needles: EXTENSION_LINE,
          pattern: /^ {2}(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+)$/,
        },
      ],
    },
    {
      tool: 'madge',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: ['circular dependenc'],
          pattern: /^✖ (?<message>Found \d+ circular dependenc(?:y|ies)!)$/,
          manyCloses: true,
        },
        {
          kind: 'close',
          needles: [' > '],
          pattern: /^\d+\) (?<message>(?<file>[^\s>]+) > .*)$/,
        },
      ],
    },
    {
      tool: 'redocly',
      category: 'lint',
      rows: [
        {
          kind: 'open',
          needles: [' at #/'],
          pattern: /^\[\d+\] (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+) at #\/\S*$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'htmlhint',
      category: 'lint',
      rows: [
        { kind: 'open', needles: [' |<', '   L'], pattern: /^ +L(?<line>\d+) \|/, shared: true },
        {
          kind: 'close',
          needles: ['^ '],
          pattern: /^ +\^ (?<message>\S.*) \((?<code>[a-z0-9]+(?:[-/][a-z0-9]+)*)\)$/,
        },
      ],
    },
  ],
};
