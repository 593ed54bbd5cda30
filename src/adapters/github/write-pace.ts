/** GitHub asks for a second between writes of somebody who makes many; a repair makes a few. */
const FREE_WRITES = 20;
const SPACING_MS = 1000;

/** One write at a time, and after the first ones no faster than one a second. */
export class WritePace {
  readonly #pause: (ms: number) => Promise<void>;
  #count = 0;
  #before: Promise<unknown> = Promise.resolve();

  constructor(pause: (ms: number) => Promise<void>) {
    this.#pause = pause;
  }

  take<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#before.then(async () => {
      this.#count += 1;
      if (this.#count > FREE_WRITES) await this.#pause(SPACING_MS);
      return write();
    });
    this.#before = turn.catch(() => undefined);
    return turn;
  }
}
