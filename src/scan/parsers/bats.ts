import type { Family } from '../parser.js';

/** bats: TAP, its own form, and what its JUnit XML holds. The places stand above the command that failed. */
export const bats: Family = {
  innermost: 'first',
  traceGap: Number.POSITIVE_INFINITY,
  parsers: [
    {
      tool: 'bats',
      category: 'test',
      rows: [
        { kind: 'test', needles: [' ✗ '], pattern: /^ ✗ (?<test>\S.*)$/ },
        // Other runners write a dash before the name.
        { kind: 'test', needles: ['not ok '], pattern: /^not ok \d+ (?!- )(?<test>[^#\s].*)$/ },
        {
          kind: 'frame',
          needles: [' file '],
          pattern:
            /^(?:#? *\(| *# +| +)(?:from function `(?<symbol>[^']+)' )?in (?:test )?file (?<file>[^\s,]+), line (?<line>\d+)[,)]$/,
          inTest: true,
        },
        {
          kind: 'message',
          needles: ["' failed"],
          pattern: /^(?:#| )\s+(?<message>`.*' failed(?: with status \d+)?)$/,
          inTest: true,
        },
      ],
    },
  ],
};
