import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks } from '../patch/added-marks.js';
import type { PatchView } from '../patch/patch-view.js';
import { JVM, type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

const SECRET = '\\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)\\w*';

/** The environment as a whole, or a variable of it whose name speaks of a secret. */
const READS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern: new RegExp(
      `(?<=\\s)process \\. env (?!\\.|\\[|\\?)|(?<=\\s)process \\. env (?:\\?? ?\\. ${SECRET}\\b|\\[ "${SECRET}")`,
      'gi',
    ),
    detail: 'reads',
  },
  {
    languages: ['python'],
    pattern: new RegExp(
      `(?<=\\s)os \\. environ (?!\\.|\\[)|(?<=\\s)environ \\. (?:items|copy|values) \\(|(?<=\\s)(?:environ (?:\\[|\\. get \\()|getenv \\() "${SECRET}"`,
      'gi',
    ),
    detail: 'reads',
  },
  {
    languages: ['go', 'ruby', 'rust', 'php', 'c', 'csharp', ...JVM],
    pattern: new RegExp(
      `(?<=\\s)os \\. Environ \\(|(?<=\\s)ENV \\. (?:to_h|to_a|each|inspect)\\b|(?<=\\s)env :: vars \\(|(?<=\\s)System \\. getenv \\( \\)|(?<=\\s)GetEnvironmentVariables \\(|(?<=\\s)environ(?=\\s)|(?<=\\s)(?:getenv|Getenv|LookupEnv|GetEnvironmentVariable|var|fetch) \\( "${SECRET}"|(?<=\\s)ENV \\[ "${SECRET}"`,
      'gi',
    ),
    detail: 'reads',
  },
  {
    languages: ['shell'],
    pattern: new RegExp(
      `(?<=\\s)printenv(?=\\s)|(?<=\\s)env(?= \\||\\s\\n)|\\$ ?(?:\\{ ?)?${SECRET}\\b`,
      'gi',
    ),
    detail: 'reads',
  },
];

/** A connection that leaves the process. */
const SENDS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:fetch|axios|got) (?:\(|\.)|(?<=\s)https? \. (?:request|get) \(|(?<=\s)(?:net|tls) \. (?:connect|createConnection) \(|(?<=\s)new (?:WebSocket|XMLHttpRequest|Socket|EventSource)\b|(?<=\s)dns \. (?:lookup|resolve)\w* \(|(?<=\s)sendBeacon \(/g,
    detail: 'sends',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)socket \. (?:socket|create_connection|getaddrinfo|gethostbyname) \(|(?<=\s)(?:urlopen|urlretrieve) \(|(?<=\s)(?:requests|httpx|aiohttp) \. \w+|(?<=\s)HTTPS?Connection \(|(?<=\s)smtplib \./g,
    detail: 'sends',
  },
  {
    languages: ['go', 'ruby', 'rust', 'php', 'c', 'csharp', ...JVM],
    pattern:
      /(?<=\s)http \. (?:Get|Post|PostForm|NewRequest)\w* \(|(?<=\s)net \. Dial\w* \(|(?<=\s)Net :: HTTP\b|(?<=\s)(?:TCPSocket|UDPSocket) \.|(?<=\s)TcpStream :: connect\b|(?<=\s)reqwest ::|(?<=\s)(?:curl_init|fsockopen|connect|curl_easy_init) \(|(?<=\s)new (?:HttpClient|TcpClient|Socket|URL|WebClient)\b|(?<=\s)HttpClient \./g,
    detail: 'sends',
  },
  {
    languages: ['shell'],
    pattern: /(?<=\s)(?:curl|wget|nc|ncat|telnet|socat)(?=\s)|\/dev\/(?:tcp|udp)\//g,
    detail: 'sends',
  },
];

/** S-LEAK: one patch brings in both a read of the environment's secrets and a way out for them. */
export function leakedEnvironment({ files }: PatchView): readonly RuleFinding[] {
  const code = files.filter(({ fileClass }) => fileClass !== 'docs');
  if (addedMarks(code, (text) => patternMarks(text, READS)).length === 0) return [];
  return addedMarks(code, (text) => patternMarks(text, SENDS)).map(({ path, line }) =>
    finding('S-LEAK', {
      path,
      line,
      verdict: 'escalate',
      detail:
        'The patch reads the environment, or a secret of it, and opens a connection; a person decides whether that may leave.',
    }),
  );
}
