import type { Family, Groups } from '../parser.js';
import { EXTENSION_LINE } from './line-marks.js';

const LIBRARY =
  /^(?:[\w.]+\/{1,2})?(?:javax?|jdk|sun|com\.sun\.(?:proxy|tools|org|crypto)|kotlinx?|scala|groovy|org\.(?:junit|mockito|gradle|hamcrest|opentest4j|assertj|codehaus|apache\.maven|scalatest|spockframework)|junit|io\.kotest)\./;

/** The source file of a frame: the class's package is its folder. */
function sourceOf({ symbol = '', file = '' }: Groups): readonly string[] {
  // What belongs to the JDK or to a test framework is marked as no path of anybody's.
  if (LIBRARY.test(symbol)) return [`<library>/${file}`];
  const name = symbol.slice(symbol.lastIndexOf('/') + 1);
  const method = name.lastIndexOf('.');
  const end = method > 0 ? name.lastIndexOf('.', method - 1) : -1;
  return [end === -1 ? file : `${name.slice(0, end).replaceAll('.', '/')}/${file}`];
}

/** The files that may hold a class. */
function filesOfClass({ class: name = '' }: Groups): readonly string[] {
  const path = name.replace(/\$.*$/, '').replaceAll('.', '/');
  return [`${path}.java`, `${path}.kt`, `${path}.scala`, `${path}.groovy`];
}

/** Java, Kotlin, Scala and Groovy: compilers, Gradle, Maven with Surefire, Ant, and stack traces. */
export const jvm: Family = {
  innermost: 'first',
  traceGap: 6,
  parsers: [
    {
      tool: 'javac',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: [': error: ', ': warning: '],
          pattern:
            /^\s*(?:\[\w+\] *)?(?<file>[^\s:]+\.(?:java|kts?|scala|groovy)):(?<line>\d+)(?::(?<column>\d+))?: (?<severity>error|warning): (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.java:[', '.kt:[', '.scala:['],
          pattern:
            /^\[(?<severity>ERROR|WARNING)\] (?<file>[^\s:]+\.(?:java|kt|scala)):\[(?<line>\d+),(?<column>\d+)\] (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'kotlinc',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.kt: (', '.kts: ('],
          pattern:
            /^(?:\[ERROR\] )?(?:(?<severity>[ew]): )?(?<file>[^\s:]+\.kts?): \((?<line>\d+), (?<column>\d+)\):? (?<message>.*)$/,
        },
        {
          kind: 'finding',
          needles: ['.kt:', '.kts:'],
          pattern: /^(?<severity>[ew]): (?<file>\S+?\.kts?):(?<line>\d+):(?<column>\d+):? (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'scalac',
      category: 'compile',
      rows: [
        {
          kind: 'finding',
          needles: ['.scala:'],
          pattern:
            /^(?:\[(?<severity>error|warn)\] )?-- (?:\[(?<code>E\d+)\] )?(?<message>[^:]+): (?<file>[^\s:]+\.scala):(?<line>\d+):(?<column>\d+)[ -]*$/,
        },
        {
          kind: 'finding',
          needles: ['.scala:'],
          pattern:
            /^\[(?<severity>error|warn)\] (?:-- .*?: )?(?<file>[^\s:]+\.scala):(?<line>\d+)(?::(?<column>\d+))?:? (?<message>.*)$/,
        },
      ],
    },
    {
      tool: 'spotbugs',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: [':[line'],
          pattern:
            /^\[(?<severity>ERROR|WARN|WARNING)\] \w+: (?<message>\S.*) \[(?<class>[\w.$]+)\] At [\w$-]+\.\w+:\[lines? (?<line>\d+)[^\]]*\] (?<code>[A-Z]\w+)$/,
          pathsOf: filesOfClass,
        },
      ],
    },
    {
      tool: 'pmd',
      category: 'lint',
      rows: [
        {
          kind: 'finding',
          needles: ['PMD Failure: '],
          pattern:
            /^\[\w+\] PMD Failure: (?<class>[\w.$]+):(?<line>\d+) Rule:(?<code>\w+) Priority:\d+ (?<message>.*)$/,
          pathsOf: filesOfClass,
        },
      ],
    },
    {
      tool: 'gradle',
      category: 'test',
      rows: [
        { kind: 'end', needles: ['> Task '], pattern: /^> Task / },
        {
          kind: 'test',
          needles: [' FAILED'],
          pattern: /^\s*(?:Test )?(?=\S.*?(?: > |\.\w|\())(?<test>.*) FAILED$/,
          messageFollows: true,
        },
        {
          kind: 'finding',
          needles: [' at '],
          pattern:
            /^\s+(?<message>(?<code>[a-z][\w$]*(?:\.[\w$]+)+)(?: at |: .* at )(?<file>\w+\.\w+):(?<line>\d+))$/,
          inTest: true,
        },
      ],
    },
    {
      tool: 'surefire',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['<<< FAILURE!', '<<< ERROR!'],
          pattern:
            /^(?:\[ERROR\] )?(?<test>[\w$.]+(?:\[.*?\])?)(?:\(.*?\))?\s+(?:-- )?Time elapsed: .*<<< (?:FAILURE|ERROR)!/,
          messageFollows: true,
        },
        {
          kind: 'finding',
          needles: ['<<< FAILURE!', '<<< ERROR!'],
          pattern: /^(?:\[ERROR\] )?(?<message>Tests run: .*<<< (?:FAILURE|ERROR)!) -+ in (?<class>[\w.$]+)/,
          pathsOf: filesOfClass,
          summary: true,
        },
        {
          kind: 'finding',
          needles: EXTENSION_LINE,
          pattern:
            /^(?:\[ERROR\] )?\s{2,}(?<test>(?<class>[A-Z]\w*)\.\w+):(?<line>\d+)(?:->[\w.:$]+)*(?: (?<message>.*))?$/,
          pathsOf: filesOfClass,
        },
      ],
    },
    {
      tool: 'junit',
      category: 'test',
      rows: [
        {
          kind: 'test',
          needles: ['Testcase: '],
          pattern: /^\s*\[junit\] Testcase: (?<test>.*):\s+(?:FAILED|Caused an ERROR)/,
          messageFollows: true,
        },
      ],
    },
    {
      tool: 'java',
      category: 'test',
      rows: [
        {
          kind: 'frame',
          needles: ['.java:', '.kt:', '.kts:', '.scala:', '.groovy:', '.clj:'],
          pattern:
            /^\s*(?:\[\w+\]\s*)?(?:-> )?at (?<symbol>[\w.$<>/@+-]+) ?\((?<file>[\w$-]+\.(?:java|kts?|scala|groovy|clj)):(?<line>\d+)\)/,
          pathsOf: sourceOf,
        },
        {
          kind: 'caused-by',
          needles: ['Caused by: '],
          pattern: /^\s*(?:\[\w+\] *)?Caused by: (?<message>(?<code>[\w.$]+).*)$/,
        },
        { kind: 'skip', needles: ['Suppressed: '], pattern: /^\s*Suppressed: / },
        {
          kind: 'message',
          needles: ['Exception', 'Error', 'Failure', 'Failed'],
          pattern:
            /^\s*(?:\[\w+\] *)?(?:Exception in thread "[^"]*" )?(?<message>(?<code>(?:[a-z_][\w$]*\.)+[A-Z][\w$]*)(?:: .*)?)$/,
        },
      ],
    },
  ],
};
