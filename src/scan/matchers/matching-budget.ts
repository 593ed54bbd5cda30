/**
 * Work is counted in characters times the states of an expression: what its engine does for a line at most
 * (about 25 ns each; a line that nearly matches nothing costs a hundredth of it).
 */
const START = 20_000_000;
/** What each character of the log adds: eight expressions of the usual 50 states, however long the log is. */
const PER_CHARACTER = 400;

/** The work that all matchers of a scan may do together. Counted, not timed: the same log is always read alike. */
export class MatchingBudget {
  #left = START;

  earn(characters: number): void {
    this.#left += characters * PER_CHARACTER;
  }

  /** False, and nothing is spent, where not enough is left. */
  spend(characters: number, states: number): boolean {
    const work = characters * states;
    if (work > this.#left) return false;
    this.#left -= work;
    return true;
  }
}
