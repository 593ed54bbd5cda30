/** Bad input from a person: every fault at once, one a line, each with what to do. Exit code 64; nothing was started. */
export class UsageError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'UsageError';
    this.faults = faults;
  }
}
