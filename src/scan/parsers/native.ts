import type { Family } from '../parser.js';

/** gcc, clang, their linker, and every tool that prints `file:line:column: severity: message` as they do. */
export const native: Family = {
  innermost: 'first',
  traceGap: 1,
  parsers: [
    {
      tool: 'ld',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['undefined reference to', 'multiple definition of'],
          pattern:
            /^(?:\S*ld: )?(?<file>[^\s:]+):(?<line>\d+): (?<message>(?:undefined reference to|multiple definition of).*)$/,
        },
        // lld puts the place below.
        {
          kind: 'open',
          needles: ['lld: error: '],
          pattern: /^\s*(?:= note: )?\S*lld: error: (?<message>(?:undefined|duplicate) symbol: .*)$/,
        },
        {
          kind: 'close',
          needles: ['>>> '],
          pattern: /^\s*>>> (?:referenced by|defined at) \S+ \((?<file>[^\s:()]+):(?<line>\d+)\)$/,
        },
        // Without debug information only the file is known, and where in the object.
        {
          kind: 'finding',
          needles: ['undefined reference to', 'multiple definition of'],
          pattern:
            /^(?:\S*ld(?:\.\w+)?: )?(?<file>[^\s:()]+\.\w+):\([^()\s]+\): (?<message>(?:undefined reference to|multiple definition of).*)$/,
        },
      ],
    },
    {
      tool: 'make',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: [': *** '],
          pattern: /^(?<file>[^\s:]+):(?<line>\d+): \*\*\* (?<message>(?!\[).*?)(?: +Stop\.)?$/,
        },
        {
          kind: 'finding',
          needles: ['*** No rule to make target'],
          pattern: /^\S*make(?:\[\d+\])?: \*\*\* (?<message>No rule to make target .*?)(?: +Stop\.)?$/,
          files: ['Makefile'],
        },
      ],
    },
    {
      tool: 'check',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [':F:', ':E:'],
          pattern: /^(?<file>[^\s:]+\.\w+):(?<line>\d+):[FE]:[^:]*:(?<test>[^:]+):-?\d+: (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'valgrind',
      category: 'test',
      rows: [
        {
          kind: 'message',
          needles: [
            '== Invalid ',
            '== Conditional ',
            '== Use of ',
            '== Process terminating',
            ' lost in loss record',
          ],
          pattern:
            /^==\d+== (?<message>(?:Invalid (?:read|write|free)|Conditional jump|Use of uninit|Process terminating|[\d,]+ .*are (?:definitely|indirectly) lost).*)$/,
        },
        {
          kind: 'frame',
          needles: ['==    at 0x', '==    by 0x'],
          pattern: /^==\d+== {4}(?:at|by) 0x[0-9A-F]+: (?<symbol>.+) \((?<file>[^\s:()]+):(?<line>\d+)\)$/,
        },
        { kind: 'end', needles: ['SUMMARY:'], pattern: /^==\d+== [A-Z]+ SUMMARY:/ },
      ],
    },
    {
      tool: 'clang-tidy',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['[clang-diagnostic-error]'],
          pattern:
            /^(?<file>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+):(?<column>\d+): (?<severity>error): (?<message>.*) \[(?<code>clang-diagnostic-error)\]$/,
          category: 'compile',
        },
        {
          kind: 'finding',
          needles: [': warning: ', ': error: '],
          pattern:
            /^(?<file>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+):(?<column>\d+): (?<severity>warning|error): (?<message>.*) \[(?<code>[a-z]+(?:-[\w.]+)+)(?:,-warnings-as-errors)?\]$/,
        },
      ],
    },
    {
      tool: 'cc',
      category: 'compile',
      rows: [
        // Where a template is used: the error below may stand in a library.
        {
          kind: 'near',
          needles: ['required from'],
          pattern:
            /^(?<file>[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?: +(?:required from here|required from .*)$/,
        },
        // pip indents what a build printed.
        {
          kind: 'finding',
          needles: ['error: ', 'warning: ', 'note: '],
          pattern:
            /^(?: {6})?(?<file>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?: (?<severity>fatal error|error|warning|note): (?<message>.*?)(?: \[(?<code>-W[^\]]+)\])?$/,
        },
      ],
    },
  ],
};
