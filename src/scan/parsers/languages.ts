import { START } from '../needle.js';
import type { Family } from '../parser.js';

/** Compilers and interpreters of languages with few forms of their own. */
export const languages: Family = {
  innermost: 'first',
  traceGap: 2,
  parsers: [
    {
      tool: 'gfortran',
      category: 'compile',
      rows: [
        {
          kind: 'open',
          needles: ['.f', '.F'],
          pattern: /^(?<file>[^\s:]+\.[fF]\w*):(?<line>\d+)[:.](?<column>\d+)(?:-\d+)?:$/,
        },
        {
          kind: 'close',
          needles: ['Error: ', 'Warning: '],
          pattern: /^(?:Fatal )?(?<severity>Error|Warning): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'ghc',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.hs:', '.lhs:'],
          pattern:
            /^(?<file>[^\s:]+\.l?hs):(?<line>\d+):(?<column>\d+): (?<severity>error|warning):(?: \[[^\]]*\])* (?<message>\w.*)$/,
        },
        {
          kind: 'open',
          needles: ['.hs:', '.lhs:'],
          pattern:
            /^(?<file>[^\s:]+\.l?hs):(?<line>\d+):(?<column>\d+): (?<severity>error|warning):(?: \[(?<code>[\w-]+)[^\]]*\])*$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'msbuild',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [': error ', ': warning ', ': fatal error '],
          // Of Visual C++ as well, whose codes have one letter and whose columns may be missing.
          pattern:
            /^\s*(?:\d+>)?(?<file>(?:[A-Za-z]:)?[^\s(:][^(:]*)\((?<line>\d+)(?:,(?<column>\d+)(?:,\d+,\d+)?)?\): (?:fatal )?(?<severity>error|warning) (?<code>[A-Z]+\d+): (?<message>.*?)(?: \[[^\]]*proj\])?$/,
        },
      ],
    },
    {
      tool: 'testthat',
      category: 'test',
      rows: [
        {
          kind: 'open',
          needles: ['── '],
          pattern:
            /^── (?:\d+\. )?(?:Failure|Error) \('(?<file>[^\s':]+\.[Rr]):(?<line>\d+)(?::(?<column>\d+))?'\): (?<test>\S.*?)[ ─]*$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'r',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [': unexpected '],
          pattern:
            /^Error in \S.* : (?<file>[^\s:]+\.[Rr]):(?<line>\d+):(?<column>\d+): (?<message>unexpected .*)$/,
        },
      ],
    },
    {
      tool: 'cmake',
      category: 'config',
      rows: [
        {
          kind: 'open',
          needles: ['CMake Error at '],
          pattern:
            /^CMake Error at (?<file>[^\s:]+):(?<line>\d+) \((?:find_package|find_library|pkg_check_modules|include)\):$/,
          messageFollows: true,
          category: 'dependency',
        },
        {
          kind: 'open',
          needles: ['CMake Error at '],
          pattern: /^CMake Error at (?<file>[^\s:]+):(?<line>\d+) \(\w+\):$/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'meson',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: ['meson.build:', 'meson.options:'],
          pattern:
            /^(?<file>\S*meson\.(?:build|options)):(?<line>\d+):(?<column>\d+): ERROR: (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'nim',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.nim(', '.nims('],
          pattern:
            /^(?<file>\S+\.nims?)\((?<line>\d+), (?<column>\d+)\) (?<severity>Error|Warning|Hint): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'psql',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [`${START}psql:`],
          pattern: /^psql:(?<file>[^\s:]+):(?<line>\d+): (?:ERROR|FATAL): +(?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'tcl',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: ['(file "'],
          pattern: /^ {4}(?<message>\(file "(?<file>[^"]+)" line (?<line>\d+)\))$/,
        },
      ],
    },
    {
      tool: 'terraform',
      category: 'config',
      rows: [
        { kind: 'open', needles: ['Error: '], pattern: /^(?:│ )?Error: (?<message>.*)$/, shared: true },
        { kind: 'close', needles: ['.tf line '], pattern: /^(?:│ )? *on (?<file>\S+\.tf) line (?<line>\d+)/ },
      ],
    },
    {
      tool: 'terraform fmt',
      category: 'format',
      rows: [
        {
          kind: 'finding',
          needles: ['--- old/'],
          pattern: /^(?<message>--- old\/(?<file>\S+\.(?:tf|tfvars|hcl)))$/,
        },
      ],
    },
    {
      tool: 'ant',
      category: 'config',
      rows: [
        {
          kind: 'finding',
          needles: [' does not exist in the project '],
          pattern: /^(?<message>Target "[^"]+" does not exist in the project .*)$/,
          files: ['build.xml'],
        },
      ],
    },
    {
      tool: 'sanitizer',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: ['SUMMARY: '],
          pattern:
            /^SUMMARY: \w+Sanitizer: (?<message>(?<code>[\w-]+).*?) (?<file>\/?[^\s:]+):(?<line>\d+)(?::(?<column>\d+))?(?: in .*)?$/,
        },
        {
          kind: 'finding',
          needles: [': runtime error: '],
          pattern: /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): runtime error: (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'perl',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [' line '],
          pattern:
            /^(?<message>(?:Global symbol|syntax error|Can't locate|Bareword|Can't find).*) at (?<file>\S+\.(?:pl|pm|t)) line (?<line>\d+)/,
        },
      ],
    },
    {
      tool: 'perl',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [' line '],
          pattern: /^(?<message>[^#\s].*) at (?<file>\S+\.(?:pl|pm|t)) line (?<line>\d+)\.$/,
        },
      ],
    },
    {
      tool: 'prove',
      category: 'test',
      rows: [
        {
          kind: 'open',
          needles: ["Failed test '", 'Failed test at '],
          pattern: /^\s*# +(?<message>Failed test(?: '(?<test>.*)')?)$/,
        },
        { kind: 'close', needles: [' line '], pattern: /^\s*# +at (?<file>\S+) line (?<line>\d+)\.$/ },
        {
          kind: 'finding',
          needles: ['Failed test'],
          pattern:
            /^\s*# +(?<message>Failed test.*?) (?:at|in) (?:\()?(?<file>\S+) (?:at )?line (?<line>\d+)\)?\.?$/,
        },
      ],
    },
    {
      tool: 'lua',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [' near '],
          pattern: /^luac?[\d.]*: (?<file>[^\s:]+\.lua):(?<line>\d+): (?<message>.* near .*)$/,
          category: 'compile',
        },
        {
          kind: 'finding',
          needles: ['.lua:'],
          pattern: /^luac?[\d.]*: (?<file>[^\s:]+\.lua):(?<line>\d+): (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'swift-testing',
      category: 'test',
      rows: [
        {
          kind: 'finding',
          needles: [' recorded an issue at '],
          pattern:
            /^\S+ +Test (?<test>.*?) recorded an issue (?:with .*? )?at (?<file>[^\s:]+\.swift):(?<line>\d+):(?<column>\d+): (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.swift:'],
          pattern:
            /^(?<file>[^\s:]+\.swift):(?<line>\d+): error: (?<test>-\[.*?\]|\w+\.\w+) : (?<message>.*)$/,
        },
      ],
    },
  ],
};
