import type { Family } from '../parser.js';

/** OCaml's compiler, also under dune, and what ends a program. */
export const ocaml: Family = {
  innermost: 'first',
  traceGap: 2,
  parsers: [
    {
      tool: 'ocaml',
      category: 'compile',
      rows: [
        // Characters are counted from 0, and over all lines: no column.
        {
          kind: 'open',
          needles: [', characters '],
          pattern: /^File "(?<file>[^"]+\.ml\w?)", lines? (?<line>\d+)(?:-\d+)?, characters \d+-\d+:$/,
        },
        {
          kind: 'close',
          needles: ['Error', 'Warning'],
          pattern:
            /^(?<severity>Error|Warning)(?: \(?(?:warning )?(?<code>\d+(?: \[[\w-]+\])?)\)?)?: (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'ocaml',
      category: 'test',
      rows: [
        {
          kind: 'message',
          needles: ['Fatal error: exception '],
          pattern:
            /^Fatal error: exception (?<message>(?<code>\w+)\("(?<file>[^"]+\.ml)", (?<line>\d+), \d+\))$/,
        },
        {
          kind: 'message',
          needles: ['Fatal error: exception '],
          pattern: /^Fatal error: exception (?<message>(?<code>[\w.]+).*)$/,
        },
        {
          kind: 'frame',
          needles: [' in file "'],
          pattern:
            /^(?:Raised at|Re-raised at|Called from) (?<symbol>\S+) in file "(?<file>[^"]+)"(?: \(inlined\))?, line (?<line>\d+), characters /,
        },
      ],
    },
  ],
};
