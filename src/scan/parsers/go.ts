import { START } from '../needle.js';
import type { Family } from '../parser.js';

/** go build, vet and test, gofmt, staticcheck and golangci-lint. */
export const go: Family = {
  innermost: 'first',
  // A timed-out test's own goroutine stands below the alarm's.
  traceGap: 5,
  parsers: [
    {
      tool: 'go test',
      category: 'test',
      rows: [
        { kind: 'test', needles: ['--- FAIL: '], pattern: /^\s*--- FAIL: (?<test>\S+)/ },
        {
          kind: 'message',
          needles: ['panic: ', 'fatal error: '],
          pattern: /^(?<message>(?:panic|fatal error): .*)$/,
        },
        { kind: 'message', needles: ['DATA RACE'], pattern: /^WARNING: (?<message>DATA RACE)$/ },
        {
          kind: 'frame',
          needles: ['.go:'],
          pattern: /^\s+(?<file>\S+\.go):(?<line>\d+)(?: \+0x[0-9a-f]+)?$/,
        },
        { kind: 'end', needles: [`${START}FAIL`, `${START}ok  \t`], pattern: /^(?:FAIL\b|ok {2}\t)/ },
      ],
    },
    {
      tool: 'staticcheck',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['.go:'],
          pattern:
            /^(?<file>[^\s:]+\.go):(?<line>\d+):(?<column>\d+): (?<message>.*?) \((?<code>[A-Za-z][\w-]*)\)$/,
        },
      ],
    },
    {
      tool: 'go vet',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [
            'format %',
            '+build',
            'self-assignment',
            'atomic value',
            'call has possible',
            'unkeyed fields',
            'struct field tag',
            'copies lock',
            'passes lock',
            'loop variable',
            'unreachable code',
            'should have signature',
            'result of ',
            'is not used on all paths',
            'misuse of unsafe',
            'wrong type',
            'self-assign',
          ],
          pattern:
            /^(?:vet: )?(?<file>[^\s:]+\.go):(?<line>\d+)(?::(?<column>\d+))?: (?<message>(?!undefined|cannot use).*)$/,
        },
      ],
    },
    {
      tool: 'go build',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.go:'],
          pattern: /^(?:vet: )?(?<file>[^\s:]+\.go):(?<line>\d+):(?<column>\d+): (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.go:'],
          pattern: /^(?:vet: )?(?<file>[^\s:]+\.go):(?<line>\d+): (?<message>\S.*)$/,
        },
      ],
    },
  ],
};
