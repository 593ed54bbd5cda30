import type { ClueRule } from './clue-rule.js';
import { START } from './needle.js';

/** Lines that explain a failure for which no place was found. */
export const SUPPORTING_CLUES: readonly ClueRule[] = [
  // What cannot be reached.
  {
    needles: [
      'Failed to fetch',
      'Could not transfer artifact',
      'Could not GET',
      'dial tcp',
      'context deadline exceeded',
      'ate limit',
      'RPC failed',
      'returned error: 5',
      'HTTP Error 5',
      'ReadTimeoutError',
      'Temporary failure',
      'toomanyrequests',
      'SSL_ERROR_SYSCALL',
      'socket hang up',
    ],
    pattern:
      /^(?:E|error): Failed to fetch|Could not transfer artifact|Could not GET '|dial tcp [^ ]+:|context deadline exceeded|rate limit (?:exceeded|has been)|RPC failed; |returned error: 5\d\d|HTTP Error 5\d\d|ReadTimeoutError|Temporary failure (?:in|resolving)|toomanyrequests|SSL_ERROR_SYSCALL|socket hang up/i,
    category: 'transient',
  },
  {
    needles: ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN', 'ENOTFOUND'],
    pattern:
      /npm (?:ERR!|error) (?:code|errno) (?:ECONNREFUSED|ETIMEDOUT|ECONNRESET|EAI_AGAIN|ENOTFOUND)|(?:request to|getaddrinfo|connect) .{0,300}(?:ECONNREFUSED|ETIMEDOUT|ECONNRESET|EAI_AGAIN|ENOTFOUND)/,
    category: 'transient',
  },
  {
    needles: [
      'resolve host',
      'reach host',
      'name resolution',
      'Network is unreachable',
      'Connection timed out',
      'Connection refused',
      'Connection reset',
      'TLS handshake timeout',
      'i/o timeout',
      'Service Unavailable',
      'Bad Gateway',
      'Gateway Timeout',
      'Too Many Requests',
      'remote end hung up',
      'Read timed out',
      'Max retries exceeded',
    ],
    pattern:
      /Could not (?:resolve|reach) host|name resolution|Network is unreachable|Connection (?:timed out|refused|reset)|TLS handshake timeout|i\/o timeout|\b50[234] (?:Service Unavailable|Bad Gateway|Gateway Time-?out)|429 Too Many Requests|remote end hung up|Read timed out|Max retries exceeded/,
    category: 'transient',
  },
  {
    needles: ['request canceled while waiting for connection', 'Client.Timeout exceeded'],
    pattern: /request canceled while waiting for connection|Client\.Timeout exceeded/,
    category: 'transient',
  },
  {
    needles: ['Cannot connect to the Docker daemon', 'failed to connect to the docker API'],
    pattern: /Cannot connect to the Docker daemon|failed to connect to the docker API/,
    category: 'infra',
  },
  // What is missing or set up wrongly.
  {
    needles: ['find python interpreter matching', 'file or directory not found: '],
    pattern: /could not find python interpreter matching|^ERROR: file or directory not found: /,
    category: 'config',
  },
  {
    needles: ['files were modified by this hook'],
    pattern: /files were modified by this hook/,
    category: 'format',
  },
  // Checkers whose findings are lists of names.
  {
    needles: [`${START}Unused `, '✖   found '],
    pattern:
      /^Unused (?:files|dependencies|devDependencies|exports|exported types) \(\d+\)$|^✖ {3}found [1-9]\d* problems?,/,
    category: 'lint',
  },
  {
    needles: [
      'and not supplied',
      'lock file is not found',
      'was not found in the local cache',
      'not found in manifest',
      'Unable to locate executable',
      'template is not valid',
      'No test files found',
      'No tests found',
      'not a git repository',
      'nrecognized named-value',
      'unrecognized arguments: ',
    ],
    pattern:
      /Input required and not supplied|lock file is not found|version .{0,200} was not found in the local cache|not found in manifest|Unable to locate executable|template is not valid|No test(?: file)?s found|not a git repository|[Uu]nrecognized named-value|error: unrecognized arguments: /,
    category: 'config',
  },
  {
    needles: [
      'GLIBC',
      'Unable to locate package',
      'has no installation candidate',
      'not compatible with',
      'equires-Python',
      'engine "node" is incompatible',
      'EBADENGINE',
    ],
    pattern:
      /version `GLIBC\w*_[\d.]+' not found|Unable to locate package|has no installation candidate|Requires-Python|engine "node" is incompatible|npm (?:ERR!|error) code EBADENGINE/,
    category: 'dependency',
  },
  {
    needles: ['externally-managed-environment'],
    pattern: /externally-managed-environment/,
    category: 'config',
  },
  { needles: ['Missing script:', 'missing script:'], pattern: /[Mm]issing script: /, category: 'config' },
  {
    needles: ['SCAN_DEPS-NOTFOUND', '-NOTFOUND: not found', '-NOTFOUND'],
    pattern: /-NOTFOUND/,
    category: 'config',
    blocker: 'missing-dependency',
  },
  {
    needles: ['unbound variable', 'parameter null or not set'],
    pattern: /unbound variable|parameter null or not set/,
    category: 'config',
    blocker: 'missing-dependency',
  },
  {
    needles: ['nvironment variable', 'env var'],
    pattern:
      /(?:missing|required|must be set|not set|undefined|not defined)[^\n]{0,80}(?:environment variable|env var)|(?:environment variable|env var)[^\n]{0,120}(?:missing|required|must be set|not set|is not defined|not found)/i,
    category: 'config',
    blocker: 'missing-dependency',
  },
  {
    needles: ['command not found', ': not found', 'is not recognized as', 'executable file not found'],
    pattern:
      /command not found|^\S*sh: (?:line )?\d+: .*: not found$|is not recognized as an internal|executable file not found in/,
    category: 'config',
    blocker: 'missing-dependency',
  },
  {
    needles: ['uncommitted', 'untracked', 'Untracked files', 'working tree', 'dirty'],
    pattern:
      /(?:uncommitted changes|[Uu]ntracked files|working (?:tree|directory)[^\n]{0,30}(?:dirty|not clean)|(?:checkout|repository|tree) (?:is )?dirty)/,
    category: 'config',
  },
  {
    needles: [': No module named ', 'Could not import extension '],
    pattern: /^\S*python[\d.]*: No module named |Could not import extension /,
    category: 'dependency',
    blocker: 'missing-dependency',
  },
  {
    needles: ['nox > ', ': Exception running subprocess'],
    pattern: /^nox > Program \S+ not found|: Exception running subprocess \[Errno 2\]/,
    category: 'config',
    blocker: 'missing-dependency',
  },
  { needles: ['Sessions not found: '], pattern: /^nox > Sessions not found: /, category: 'config' },
  // Who may not.
  {
    needles: [
      'AccessDenied',
      'Access Denied',
      'not authorized to perform',
      'Permission denied',
      'permission denied',
      'EACCES',
      'Authentication failed',
      'authentication failed',
      'Resource not accessible',
      'Bad credentials',
      'unauthorized',
      'Unauthorized',
      '403',
      '401',
      'could not read Username',
      'denied to ',
    ],
    pattern:
      /\bAccess ?Denied\b|is not authorized to perform|[Pp]ermission denied|\bEACCES\b|[Aa]uthentication failed|Resource not accessible by|Bad credentials|[Uu]nauthorized|\b40[13]\b[ :]+(?:Forbidden|Unauthorized)|(?:error|status|code|HTTP)[^\d\n]{0,20}\b40[13]\b|could not read Username|Permission to .{1,200} denied to/,
    category: 'permission',
    blocker: 'permission',
  },
  // What cannot be had.
  {
    needles: ['cannot open shared object file', 'cannot find -l', 'Library not loaded'],
    pattern: /cannot open shared object file|cannot find -l\w|Library not loaded/,
    category: 'dependency',
    blocker: 'missing-dependency',
  },
  {
    needles: ['ERESOLVE', 'npm ci` can only install', 'frozen-lockfile', 'lockfile', 'E404', 'ETARGET'],
    pattern:
      /\bERESOLVE\b|can only install packages when your package\.json|frozen-lockfile|npm (?:ERR!|error) code (?:E404|ETARGET)/,
    category: 'dependency',
  },
  {
    needles: ['No matching distribution', 'Could not find a version', 'ResolutionImpossible'],
    pattern: /No matching distribution found|Could not find a version that satisfies|ResolutionImpossible/,
    category: 'dependency',
    blocker: 'missing-dependency',
  },
  {
    needles: [
      'Could not resolve dependencies',
      'Could not find artifact',
      'UnresolvableException',
      'could not be resolved',
      'offline mode',
      'Could not resolve all',
      'no required module',
      'cannot find module',
      'module lookup disabled',
      'failed to select a version',
      'no matching package',
      'could not be resolved to an installable',
    ],
    pattern:
      /Could not resolve (?:dependencies|all)|Could not find artifact|could not be resolved|offline mode|no required module provides|cannot find module providing|module lookup disabled|failed to select a version|no matching package|UnresolvableException/,
    category: 'dependency',
    blocker: 'missing-dependency',
  },
  {
    needles: ['TimeoutExpired', 'timed out', 'Timed out'],
    pattern: /TimeoutExpired|[Tt]imed out/,
    category: 'timeout',
    actionable: false,
  },
  {
    needles: ['No such file or directory'],
    pattern: /^(?!.*sh: )\S[^\n]*: No such file or directory$/,
    category: 'test',
    blocker: 'missing-input',
  },
  { needles: ['exit code 124'], pattern: /exit code 124\b/, category: 'timeout', actionable: false },
  {
    needles: ['exit code 143', 'SIGTERM'],
    pattern: /exit code 143\b|terminated by signal SIGTERM/,
    category: 'infra',
  },
];
