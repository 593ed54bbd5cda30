import { START } from '../needle.js';
import type { Family, Parser, Row } from '../parser.js';
import { COLUMN_BRACKET, NUMBERED } from './line-marks.js';
import { uvu } from './uvu.js';

const jest: Parser = {
  tool: 'jest',
  category: 'test',
  rows: [
    {
      kind: 'message',
      needles: ['SyntaxError: '],
      pattern: /^\s+(?<message>(?<code>SyntaxError): (?<file>[^\s:]+): .*\((?<line>\d+):(?<column>\d+)\))$/,
      inTest: true,
      overrides: true,
    },
    { kind: 'caused-by', needles: ['Cause:'], pattern: /^\s+Cause:$/, inTest: true },
    // Output that a test printed, with a stack of its own.
    {
      kind: 'end',
      needles: ['● Console', 'console.'],
      pattern: /^\s*(?:● Console|console\.(?:log|warn|error|info|debug))\s*$/,
    },
    {
      kind: 'test',
      needles: ['● Test suite failed to run'],
      pattern: /^\s*● Test suite failed to run/,
      messageFollows: true,
    },
    { kind: 'test', needles: ['● '], pattern: /^\s*● (?<test>\S.*)$/, messageFollows: true },
    {
      kind: 'finding',
      needles: ['FAIL '],
      pattern: /^\s*FAIL {1,2}(?:\S+ {2})?(?<file>[^\s:>]+\.[cm]?[jt]sx?)(?: \([\d.]+ m?s\))?$/,
      summary: true,
    },
    { kind: 'end', needles: ['PASS ', 'Test Suites: '], pattern: /^\s*PASS {1,2}\S|^Test Suites: / },
  ],
};

const vitest: Parser = {
  tool: 'vitest',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: ['FAIL '],
      pattern: /^\s*FAIL {2}(?:\|\S+\| )?(?<file>[^\s>]+) (?:> (?<test>.*)|\[ .* \])$/,
      messageFollows: true,
    },
    {
      kind: 'frame',
      needles: ['❯ '],
      pattern: /^\s*❯ (?:(?<symbol>\S+) )?(?<file>[^\s:]+\.\w+):(?<line>\d+):(?<column>\d+)$/,
      inTest: true,
    },
    // An error that no test caught.
    {
      kind: 'test',
      needles: [' Uncaught Exception ', ' Unhandled Rejection ', ' Unhandled Error '],
      pattern: /^⎯+ (?:Uncaught Exception|Unhandled Rejection|Unhandled Error) ⎯+$/,
      messageFollows: true,
    },
    { kind: 'end', needles: ['This error originated in '], pattern: /^This error originated in / },
    { kind: 'end', needles: ['⎯⎯[', 'Test Files '], pattern: /⎯\[\d+\/\d+\]⎯|^\s*Test Files / },
  ],
};

const karma: Parser = {
  tool: 'karma',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: [' FAILED'],
      pattern: /^[A-Z][\w.]*(?: [\w.]+){1,3} \([^()]+\) (?<test>\S.*) FAILED$/,
      messageFollows: true,
    },
    { kind: 'end', needles: [': Executed '], pattern: /^[A-Z][\w. ]* \([^()]+\): Executed \d+ of \d+/ },
  ],
};

const playwright: Parser = {
  tool: 'playwright',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: [' › '],
      pattern:
        /^\s{2,}\d+\) (?:\[[^\]]+\] › )?(?<file>[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+):(?<column>\d+) › (?<test>\S.*?)[ ─]*$/,
      messageFollows: true,
    },
    { kind: 'end', needles: [' failed'], pattern: /^\s{2}\d+ failed$/ },
  ],
};

const mocha: Parser = {
  tool: 'mocha',
  category: 'test',
  rows: [
    { kind: 'end', needles: [' passing (', ' failing'], pattern: /^\s*\d+ (?:passing \(|failing$)/ },
    // rspec, minitest and mix test number their failures alike, and say what they are.
    {
      kind: 'test',
      needles: NUMBERED,
      pattern: /^\s{2,}\d+\) (?!test |property |doctest |Error:|Failure:)(?<test>\S.*?):?$/,
      nameFollows: true,
    },
    {
      kind: 'message',
      needles: ['Timeout of '],
      pattern: /^\s+(?<message>(?<code>Error): Timeout of \d+ms exceeded\..*?)(?: \((?<file>[^()]+)\))?$/,
    },
  ],
};

const jasmine: Parser = {
  tool: 'jasmine',
  category: 'test',
  rows: [
    { kind: 'title', needles: NUMBERED, pattern: /^\d+\) (?<test>\S.*)$/ },
    { kind: 'test', needles: ['Message:'], pattern: /^ {2}Message:$/, messageFollows: true },
  ],
};

const ava: Parser = {
  tool: 'ava',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: ['[fail]: '],
      pattern:
        /^\s*✘ \[fail\]: (?<test>.*?)(?: (?:Error thrown in test|Rejected promise returned by test))?$/,
      listed: true,
    },
    {
      kind: 'message',
      needles: ['Difference (- actual'],
      pattern: /^\s+'?(?<message>Difference \(- actual, \+ expected\):)/,
      inTest: true,
    },
    {
      kind: 'frame',
      needles: ['› file://'],
      pattern: /^\s*› (?<file>file:\/\/[^\s:]+):(?<line>\d+):(?<column>\d+)$/,
      inTest: true,
    },
  ],
};

/** What other runners put into the YAML of a failed test (testanything.org): ava, tap and vitest. */
const tap: readonly Row[] = [
  {
    kind: 'message',
    needles: ['message: '],
    pattern: /^\s+message: ["']?(?<message>[^"'\s].*?)["']?,?$/,
    inTest: true,
  },
  {
    kind: 'frame',
    needles: ['at: '],
    pattern: /^\s+at: ["'](?:(?<symbol>[^"'()]*) \()?(?<file>[^"'()]+):(?<line>\d+):(?<column>\d+)\)?["']$/,
    inTest: true,
  },
  {
    kind: 'frame',
    needles: COLUMN_BRACKET,
    pattern: /^\s+(?:(?<symbol>[\w.<>$][\w.<>$ ]*) )?\((?<file>[^\s():]+):(?<line>\d+):(?<column>\d+)\)$/,
    inTest: true,
  },
];

const nodeTest: Parser = {
  tool: 'node:test',
  category: 'test',
  rows: [
    {
      kind: 'test',
      needles: ['not ok '],
      pattern: /^\s*not ok \d+ - (?!.* # (?:TODO|SKIP))(?<test>.*?)(?: # time=[\d.]+m?s)?(?: \{)?$/,
      nameIsMessage: true,
    },
    { kind: 'test', needles: ['✖ '], pattern: /^\s*✖ (?<test>\S.*) \([\d.]+m?s\)$/ },
    {
      kind: 'end',
      needles: ['subtestsFailed', "subtests failed'", 'subtest failed'],
      pattern: /subtestsFailed|\d subtests? failed/,
    },
    { kind: 'caused-by', needles: ['stack: |-'], pattern: /^\s+stack: \|-/, inTest: true },
    {
      kind: 'message',
      needles: ['error: |-'],
      pattern: /^\s+error: \|-/,
      inTest: true,
      messageFollows: true,
    },
    {
      kind: 'message',
      needles: ["error: '", 'error: "'],
      pattern: /^\s+error: ["'](?<message>.*)["']$/,
      inTest: true,
    },
    {
      kind: 'hint',
      needles: ["location: '"],
      pattern: /^\s+location: '(?<file>[^']+):(?<line>\d+):(?<column>\d+)'/,
      inTest: true,
    },
    {
      kind: 'value',
      needles: ['actual: ', 'expected: '],
      pattern: /^\s+(?<message>(?:actual|expected): (?:-?[\d.]+n?|'[^']*'|true|false|null|undefined)),?$/,
      inTest: true,
    },
    ...tap,
    { kind: 'end', needles: ['# tests '], pattern: /^# tests \d+/ },
    {
      kind: 'frame',
      needles: [' (file://', ' (/'],
      pattern:
        /^\s+(?:async )?(?:(?<symbol>[\w.<>$[\]][\w.<>$ [\]]*) )?\((?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)$/,
      inTest: true,
    },
    {
      kind: 'frame',
      needles: ['file://'],
      pattern: /^\s+(?:async )?(?<file>file:\/\/\S+):(?<line>\d+):(?<column>\d+)$/,
      inTest: true,
    },
  ],
};

const node: Parser = {
  tool: 'node',
  category: 'test',
  rows: [
    {
      kind: 'excerpt',
      needles: ['.js:', '.cjs:', '.mjs:', '.ts:', '.mts:', '.cts:', '.jsx:', '.tsx:'],
      pattern: /^(?<file>(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+)$/,
    },
    {
      kind: 'message',
      needles: [' imported from '],
      pattern:
        /^\s*(?<message>(?<code>Error) \[ERR_\w+\]: Cannot find (?:module|package) '[^']+' imported from (?<file>\S+))$/,
    },
    {
      kind: 'frame',
      needles: COLUMN_BRACKET,
      pattern:
        /^\s*(?:npm (?:ERR!|error) +)?at (?:async )?(?:new )?(?<symbol>[^(]*) \((?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)/,
    },
    {
      kind: 'frame',
      needles: ['at '],
      pattern: /^\s*(?:npm (?:ERR!|error) +)?at (?:async )?(?<file>[^\s()]+):(?<line>\d+):(?<column>\d+)$/,
    },
    {
      kind: 'caused-by',
      needles: ['[cause]:', 'Caused by: '],
      pattern: /^\s*(?:\[cause\]:|Caused by:) (?<message>(?<code>[A-Z]\w*)(?:: .*)?)$/,
    },
    // bun and deno.
    {
      kind: 'message',
      needles: [`${START}error: `],
      pattern: /^error: (?<message>(?:(?<code>[A-Z]\w*Error|Error): )?\S.*)$/,
    },
    {
      kind: 'message',
      needles: ['Error', 'Exception'],
      pattern:
        /^\s*(?:Uncaught )?(?<message>(?<code>(?:[A-Z]\w*)?(?:Error|Exception))(?: \[\w+\])?(?:: .*)?)$/,
    },
  ],
};

/** Frames of JavaScript engines; the error above them, the innermost first. */
export const javascript: Family = {
  innermost: 'first',
  traceGap: 3,
  // node:assert's messages end with a colon (nodejs.org/api/assert.html); jest's matchers print the values below.
  announcing: {
    message: /:$|^(?:Error: )?expect\(/,
    part: /^\s*(?<part>[+-](?! *(?:Expected|Received)\b).*|\S.* !==? .*|'.*'|assert\b[.(].*|(?:Expected|Received)(?: [\w ]+)?: .*)$/,
    // mocha prints the difference once more.
    end: /^\s*\+ expected - actual$/,
  },
  parsers: [vitest, uvu, jest, karma, playwright, mocha, jasmine, ava, nodeTest, node],
};
