import type { Parser } from '../parser.js';

export const uvu: Parser = {
  tool: 'uvu',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: ['FAIL  "'],
      pattern: /^\s*FAIL {2}"(?<test>[^"]+)"$/,
      messageFollows: true,
    },
    { kind: 'end', needles: ['  Total: '], pattern: /^ {2}Total: +\d+$/ },
  ],
};
