import type { ClueRule } from './clue-rule.js';

/** Lines that explain a failure whatever else was printed: mostly the runner's own words. */
export const DECISIVE_CLUES: readonly ClueRule[] = [
  // The runner itself.
  {
    needles: ['shutdown signal'],
    pattern: /runner has received a shutdown signal/,
    category: 'infra',
    decisive: true,
  },
  {
    needles: ['lost communication'],
    pattern: /lost communication with the server/,
    category: 'infra',
    decisive: true,
  },
  // The runner cancels what has run too long, and says so afterwards.
  {
    needles: ['maximum execution time'],
    pattern: /exceeded the maximum execution time/,
    category: 'timeout',
    actionable: false,
    decisive: true,
  },
  {
    needles: ['was canceled', 'been canceled', 'been cancelled'],
    pattern:
      /^(?:The operation was canceled|The run was canceled|A task was canceled|.*(?:job|run|workflow|operation) has been cancell?ed)/,
    category: 'infra',
    decisive: true,
  },
  {
    needles: ['timed out after'],
    pattern: /^The (?:action|job).*timed out after/,
    category: 'timeout',
    actionable: false,
    decisive: true,
  },
  {
    needles: ['No space left on device', 'ENOSPC', 'not enough space on the disk'],
    pattern: /No space left on device|(?:error|ERR!|code) ENOSPC\b|not enough space on the disk/,
    category: 'infra',
    decisive: true,
  },
  {
    needles: ['artifact', 'Artifact'],
    pattern: /Unable to find an artifact|Artifact not found|No artifacts? found|Unable to download artifact/,
    category: 'infra',
    retryable: false,
    decisive: true,
  },
  {
    needles: ['fetch remote ref', 'not our ref', 'did not match any file'],
    pattern: /couldn't find remote ref|not our ref|^(?:error|fatal): pathspec '.*' did not match any file/,
    category: 'infra',
    retryable: false,
    decisive: true,
  },
  {
    needles: ['find remote ref', 'could not be found in the repository', 'A branch or tag with the name'],
    pattern: /find remote ref|could not be found in the repository|A branch or tag with the name/,
    category: 'infra',
    retryable: false,
    decisive: true,
  },
  {
    needles: [
      'exit code 137',
      'Killed signal terminated program',
      'Killed',
      'OOMKilled',
      'heap out of memory',
      'Cannot allocate memory',
      'java.lang.OutOfMemoryError',
      'CUDA out of memory',
    ],
    pattern:
      /exit(?:ed with)? code 137|Killed signal terminated program|line \d+:\s+\d+ Killed|\bOOMKilled\b|heap out of memory|Cannot allocate memory|java\.lang\.OutOfMemoryError|CUDA out of memory|^Killed$|signal 9 \(SIGKILL\)/,
    category: 'oom',
    decisive: true,
  },
  {
    needles: ['resolve action', 'Unable to resolve'],
    pattern: /Unable to resolve action/,
    category: 'config',
    decisive: true,
  },
  {
    needles: ['workflow is not valid', 'Invalid workflow file'],
    pattern: /workflow is not valid|Invalid workflow file/,
    category: 'config',
    decisive: true,
  },
  {
    needles: ['refusing to run CI', 'PR is'],
    pattern: /refusing to run CI|Your PR is \d+ LOC/,
    category: 'infra',
    retryable: false,
    actionable: false,
    decisive: true,
  },
  {
    needles: ['General linter failure', 'Linter failure', 'linter crashed'],
    pattern: /General linter failure|internal error in linter|linter crashed/i,
    category: 'infra',
    decisive: true,
  },
  {
    needles: ['CONFLICT (', 'Automatic merge failed'],
    pattern: /^CONFLICT \(|Automatic merge failed/,
    decisive: true,
    category: 'infra',
    retryable: false,
    actionable: true,
  },
];
