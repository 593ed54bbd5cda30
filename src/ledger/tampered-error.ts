/** What another job handed over is not what it says it is. Nothing may build on it, and nothing is published. */
export class TamperedError extends Error {
  constructor(what: string) {
    super(
      `${what}. What was handed over cannot be trusted; start a new run, and keep the artifacts for inspection.`,
    );
    this.name = 'TamperedError';
  }
}
