import type { OwnedRow } from './parser.js';

const MAX_TESTS = 1_000;

/** Reports that stand below a list of all names, each under its test's name alone on a line and indented. */
export class ListedTests {
  readonly #open = new Map<string, OwnedRow>();

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  add(name: string, owned: OwnedRow): void {
    if (this.#open.size < MAX_TESTS) this.#open.set(name, owned);
  }

  /** The row that listed the test whose report begins with this line. */
  take(text: string): OwnedRow | null {
    const name = text.trim();
    const owned = name === text ? null : (this.#open.get(name) ?? null);
    if (owned !== null) this.#open.delete(name);
    return owned;
  }

  clear(): void {
    // An empty Map takes longer to clear than to ask.
    if (this.isOpen) this.#open.clear();
  }
}
