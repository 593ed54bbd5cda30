/** Keeps as many of the first as of the last: the cause may stand at either end of a long log. */
export class FirstAndLast<Item> {
  readonly #most: number;
  readonly #first: Item[] = [];
  #last: Item[] = [];
  #omitted = 0;

  /** @param most of each. */
  constructor(most: number) {
    this.#most = most;
  }

  push(item: Item): void {
    if (this.#first.length < this.#most) this.#first.push(item);
    else if (this.#last.push(item) >= 2 * this.#most) this.#trim();
  }

  get isEmpty(): boolean {
    return this.#first.length === 0;
  }

  /** How many between them were let go, and those that are kept, in order. */
  take(): { readonly omitted: number; readonly items: readonly Item[] } {
    this.#trim();
    return { omitted: this.#omitted, items: [...this.#first, ...this.#last] };
  }

  #trim(): void {
    this.#omitted += Math.max(this.#last.length - this.#most, 0);
    this.#last = this.#last.slice(-this.#most);
  }
}
