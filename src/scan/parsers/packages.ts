import type { Family } from '../parser.js';

/** Package managers: their messages name no place, but leave no choice of the file. */
export const packages: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'npm',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['can only install packages when'],
          pattern:
            /(?<message>`?npm ci`? can only install packages when your package\.json and package-lock\.json.*)$/,
          file: 'package-lock.json',
          code: 'EUSAGE',
        },
        {
          kind: 'finding',
          needles: ['code ERESOLVE'],
          pattern: /^npm (?:ERR!|error) (?<message>code (?<code>ERESOLVE))$/,
          file: 'package.json',
        },
        {
          kind: 'finding',
          needles: ['issing script: '],
          pattern: /^npm (?:ERR!|error) (?<message>[Mm]issing script: .*)$/,
          file: 'package.json',
          category: 'config',
        },
        {
          kind: 'finding',
          needles: ['code E404', 'code ETARGET'],
          pattern: /^npm (?:ERR!|error) (?<message>code (?<code>E404|ETARGET))$/,
          file: 'package.json',
        },
      ],
    },
    {
      tool: 'pnpm',
      category: 'dependency',
      rows: [
        {
          kind: 'finding',
          needles: ['ERR_PNPM_OUTDATED_LOCKFILE'],
          pattern: /(?<code>ERR_PNPM_OUTDATED_LOCKFILE)\s+(?<message>.*)$/,
          file: 'pnpm-lock.yaml',
        },
      ],
    },
  ],
};
