import type { Family } from '../parser.js';

/** Errors of bash and of POSIX shells: `file: line N: …`, `file: N: …`. */
export const shell: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'bash',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [': syntax error', ': unexpected '],
          pattern: /^(?<file>[^\s:]+): line (?<line>\d+): (?<message>syntax error.*|unexpected .*)$/,
          category: 'compile',
        },
        {
          kind: 'finding',
          needles: [': line '],
          pattern: /^(?<file>[^\s:]+): line (?<line>\d+): (?<message>(?!\s*\d+ Killed)\S.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.sh: '],
          pattern: /^(?<file>[^\s:]+\.sh): (?<line>\d+): (?<message>\S.*)$/,
        },
      ],
    },
  ],
};
