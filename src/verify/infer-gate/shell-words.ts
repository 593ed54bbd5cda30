const UNIX = /^(?:\S*\/)?(?:bash|sh|dash|zsh)$/;
const FLAG = /^[-+][A-Za-z]+$|^--[a-z-]+$|^(?:pipefail|errexit|nounset|xtrace)$/;

/** GitHub's own meaning of each shell's name, for a text in place of a file: docs, "Workflow syntax", `steps[*].shell`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
  sh: ['sh', '-e', '-c'],
  python: ['python', '-c'],
};

/** A script that PowerShell and a Unix shell read alike: words, and one command a line. */
const PLAIN_SCRIPT = /^[\w\s./:@=,+-]*$/;

export interface ShellQuery {
  /** As the step, the job or the workflow says; null when nothing is said. */
  readonly shell: string | null;
  /** Of the runner: `Linux`, `macOS`, `Windows`; null when unknown. */
  readonly system: string | null;
  readonly script: string;
}

/** The program and flags that read a script here as its shell does on a runner; null when it cannot be done. */
export function shellWords({ shell, system, script }: ShellQuery): readonly string[] | null {
  if (shell === null) {
    return system !== 'Windows' || PLAIN_SCRIPT.test(script) ? ['bash', '-e', '-c'] : null;
  }
  const named = Object.hasOwn(NAMED, shell) ? NAMED[shell] : undefined;
  if (named !== undefined) return named;
  const [program = '', ...rest] = shell.trim().split(/\s+/);
  const flags = rest.slice(0, -1);
  const isFile = rest.at(-1) === '{0}';
  return UNIX.test(program) && isFile && flags.every((flag) => FLAG.test(flag))
    ? [program, ...flags, '-c']
    : null;
}
