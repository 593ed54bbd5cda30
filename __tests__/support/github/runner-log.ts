export interface LoggedStep {
  readonly command: string;
  /** What the tool printed. */
  readonly output: string;
  readonly exitCode: number;
}

/**
 * A job's log as the hosted runner writes it and the API gives it: a byte order mark, a time before each line, groups,
 * the command in colour, and the error line of a failed step.
 */
export function runnerLog(steps: readonly LoggedStep[]): string {
  const lines = [
    "Current runner version: '2.330.0'",
    '##[group]Operating System',
    'Ubuntu',
    '24.04.3',
    'LTS',
    '##[endgroup]',
    'Prepare workflow directory',
    'Prepare all required actions',
    ...steps.flatMap(stepLines),
    'Post job cleanup.',
    'Cleaning up orphan processes',
  ];
  const start = Date.UTC(2026, 10, 29, 10, 0, 0);
  const stamped = lines.map((line, index) => {
    const time = new Date(start + index * 37).toISOString().replace('Z', '1234Z');
    return `${time} ${line}`;
  });
  return `\uFEFF${stamped.join('\n')}\n`;
}

function stepLines({ command, output, exitCode }: LoggedStep): readonly string[] {
  return [
    `##[group]Run ${command}`,
    `\u001b[36;1m${command}\u001b[0m`,
    'shell: /usr/bin/bash -e {0}',
    '##[endgroup]',
    ...output.replace(/\n$/, '').split('\n'),
    ...(exitCode === 0 ? [] : [`##[error]Process completed with exit code ${exitCode}.`]),
  ];
}
