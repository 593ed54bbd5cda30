/** What kind of failure a log shows; printed as `category`. Follows the failing step's own error, not its consequences. */
export const FAILURE_CLASSES = [
  'compile',
  'type',
  'lint',
  'format',
  'test',
  'dependency',
  'config',
  'infra',
  'transient',
  'timeout',
  'oom',
  'security',
  'permission',
] as const;

export type FailureClass = (typeof FAILURE_CLASSES)[number];
