import { DIGIT, START } from '../needle.js';
import type { Family, Parser } from '../parser.js';
import { CODE_BRACKET } from './line-marks.js';

/** How the names of ruff's rules begin (docs.astral.sh/ruff/rules). */
const RUFF_RULES = (
  'A0 AIR ANN ARG ASYNC B0 B9 BLE C4 C9 COM CPY D1 D2 D3 D4 DJ0 DOC DTZ E1 E2 E3 E4 E5 E7 E9 EM1 ERA EXE F4 F5 F6 F7 ' +
  'F8 FA1 FAST FBT FIX FLY FURB G0 G1 G2 I00 ICN INP INT ISC LOG N8 NPY PD0 PD1 PD8 PD9 PERF PGH PIE PLC PLE PLR PLW ' +
  'PT0 PTH PYI Q0 RET RSE RUF S1 S2 S3 S4 S5 S6 S7 SIM SLF SLOT T1 T2 TC0 TD0 TID TRY UP0 W1 W2 W5 W6 YTT invalid-syntax'
)
  .split(' ')
  .map((rule) => `${START}${rule}`);

const parsers: readonly Parser[] = [
  {
    tool: 'sphinx',
    category: 'compile',
    rows: [
      {
        kind: 'finding',
        needles: [': WARNING: ', ': ERROR: ', ': CRITICAL: ', ': SEVERE: '],
        pattern:
          /^(?<file>[^\s:]+\.(?:rst|md|txt|ipynb))(?::(?<line>\d+))?: (?<severity>WARNING|ERROR|CRITICAL|SEVERE): (?<message>.*?)(?: \[(?<code>[\w.]+)\])?$/,
      },
      // The line is one of the docstring.
      {
        kind: 'finding',
        needles: [':docstring of '],
        pattern:
          /^(?<file>[^\s:]+\.py):docstring of [\w.]+(?::\d+)?: (?<severity>WARNING|ERROR|CRITICAL|SEVERE): (?<message>.*?)(?: \[(?<code>[\w.]+)\])?$/,
      },
    ],
  },
  {
    tool: 'mypy',
    category: 'type',
    rows: [
      {
        kind: 'finding',
        needles: ['.py:', '.pyi:'],
        pattern:
          /^(?<file>[^\s:]+\.pyi?):(?<line>\d+)(?::(?<column>\d+))?: (?<severity>error|note|warning): (?<message>.*?)(?: {2}\[(?<code>[\w-]+)\])?$/,
      },
      // `--pretty` breaks a long message between words; the code stands at its end.
      {
        kind: 'detail',
        needles: CODE_BRACKET,
        pattern:
          /^(?<message>(?!Found |\S+:\d+:)(?:[^\s[](?:.*?[^ ])??)?) *\[(?<code>[a-z]+(?:-[a-z]+)*)\]\s*$/,
      },
    ],
  },
  {
    tool: 'pyright',
    category: 'type',
    rows: [
      {
        kind: 'finding',
        needles: [' - error', ' - warning'],
        pattern:
          /^\s*(?<file>(?:[A-Za-z]:)?[^\s:]+\.pyi?):(?<line>\d+):(?<column>\d+) - (?<severity>error|warning|information): (?<message>.*?)(?: \((?<code>report\w+)\))?$/,
      },
      { kind: 'detail', needles: ['(report'], pattern: /^\s{4,}(?:\S.*)?\((?<code>report\w+)\)$/ },
    ],
  },
  {
    tool: 'pylint',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.py:'],
        pattern:
          /^(?<file>[^\s:]+\.py):(?<line>\d+):(?<column>\d+): (?<code>[EF]\d{4}): (?<message>.*?)(?: \([\w-]+\))?$/,
      },
      {
        kind: 'finding',
        needles: ['.py:'],
        pattern:
          /^(?<file>[^\s:]+\.py):(?<line>\d+):(?<column>\d+): (?<code>[CRWI]\d{4}): (?<message>.*?)(?: \([\w-]+\))?$/,
        severity: 'warning',
      },
    ],
  },
  {
    tool: 'ruff',
    category: 'lint',
    rows: [
      // Rules of its own, and its mark for what `--fix` would mend.
      {
        kind: 'finding',
        needles: [' [*] ', ' I0', ' UP0', ' RUF', ' PL', 'invalid-syntax'],
        pattern:
          /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.(?:pyi?|ipynb)):(?:cell \d+:)?(?<line>\d+):(?<column>\d+): (?<code>(?:I|UP|RUF|PL[CERW])\d{3,4}|invalid-syntax|[A-Z]{1,4}\d{2,4}(?= \[\*\])):? (?:\[\*\] )?(?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'flake8',
    category: 'lint',
    rows: [
      {
        kind: 'finding',
        needles: ['.py:', '.pyi:', '.ipynb:'],
        pattern:
          /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.(?:pyi?|ipynb)):(?:cell \d+:)?(?<line>\d+):(?<column>\d+):? (?<code>[A-Z]{1,4}\d{2,4}|invalid-syntax):? (?:\[\*\] )?(?<message>.*)$/,
      },
    ],
  },
  {
    tool: 'ruff',
    category: 'lint',
    rows: [
      {
        kind: 'open',
        needles: RUFF_RULES,
        pattern: /^(?<code>[A-Z]{1,4}\d{2,4}|invalid-syntax):? (?:\[\*\] )?(?<message>\S.*)$/,
      },
      {
        kind: 'close',
        needles: ['--> '],
        pattern: /^\s*--> (?<file>[^\s:]+\.(?:pyi?|ipynb)):(?<line>\d+):(?<column>\d+)$/,
      },
    ],
  },
  {
    tool: 'pydocstyle',
    category: 'lint',
    rows: [
      {
        kind: 'open',
        needles: [' at module level:', ' in public ', ' in private '],
        pattern: /^(?<file>[^\s:]+\.py):(?<line>\d+) (?:at module level|in (?:public|private) .*):$/,
      },
      {
        kind: 'close',
        needles: [`D${DIGIT}${DIGIT}${DIGIT}: `],
        pattern: /^\s+(?<code>D\d{3}): (?<message>.*)$/,
      },
    ],
  },
];

/** Linters and type checkers of Python. */
export const pythonLinters: Family = { innermost: 'first', traceGap: 1, parsers };
