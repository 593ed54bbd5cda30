import { DIGIT, START } from '../needle.js';
import type { Family, Groups } from '../parser.js';

/** A package's path begins with its module's, which may be of any length. */
function filesOfPackage({ package: path = '', name = '' }: Groups): readonly string[] {
  const parts = path.split('/').slice(0, 20);
  return parts.map((_, index) => [...parts.slice(index + 1), name].join('/'));
}

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
      tool: 'go list',
      category: 'compile',
      rows: [
        // Each line names the package that the next one's file is of.
        {
          kind: 'close',
          needles: [': import cycle not allowed'],
          pattern: /^\timports \S+ from (?<name>\S+\.go): (?<message>import cycle not allowed.*)$/,
          pathsOf: filesOfPackage,
        },
        {
          kind: 'open',
          needles: [`${START}package `, `${START}\timports `],
          pattern: /^(?:package|\timports) (?<package>\S+)(?: from \S+)?$/,
          shared: true,
        },
      ],
    },
    {
      tool: 'go mod',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: ['diff current/'],
          pattern: /^(?<message>diff current\/(?<file>\S*go\.(?:mod|sum)) tidy\/\S+)$/,
          category: 'dependency',
        },
        {
          kind: 'finding',
          needles: ['go.mod:', 'go.work:'],
          pattern: /^(?<file>(?:\S*\/)?go\.(?:mod|work)):(?<line>\d+)(?::(?<column>\d+))?: (?<message>\S.*)$/,
        },
      ],
    },
    {
      tool: 'staticcheck',
      category: 'lint',
      rows: [
        // `-f stylish`: below the file's name.
        {
          kind: 'finding',
          needles: [`${START}  (${DIGIT}`],
          pattern: /^ {2}\((?<line>\d+), (?<column>\d+)\) +(?<code>[A-Z]{1,3}\d{1,4}) +(?<message>\S.*)$/,
        },
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
