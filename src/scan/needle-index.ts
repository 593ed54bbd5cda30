/**
 * Finds which of many literal needles a text contains, in one pass whatever their number
 * (Aho and Corasick, "Efficient string matching", CACM 18, 1975).
 */
export class NeedleIndex {
  readonly #classOf = new Uint8Array(65_536);
  readonly #width: number;
  readonly #next: Int32Array;
  readonly #owners: readonly (readonly number[])[];
  readonly #seen: Int32Array;
  #pass = 0;

  /** `needles[i]` are the literals of owner i. At most 255 different characters. */
  constructor(needles: readonly (readonly string[])[]) {
    const characters = new Set(needles.flat().join(''));
    let classes = 1;
    for (const character of characters) this.#classOf[character.charCodeAt(0)] = classes++;
    this.#width = classes;
    const states = 1 + needles.flat().reduce((sum, needle) => sum + needle.length, 0);
    this.#next = new Int32Array(states * classes);
    this.#owners = this.#build(needles);
    this.#seen = new Int32Array(needles.length);
  }

  /** Owners with a needle in `text`, ascending. */
  ownersIn(text: string): number[] {
    const found: number[] = [];
    const pass = ++this.#pass;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = this.#step(state, text.charCodeAt(at));
      const owners = this.#owners[state];
      if (owners === undefined) continue;
      for (const owner of owners) {
        if (this.#seen[owner] === pass) continue;
        this.#seen[owner] = pass;
        found.push(owner);
      }
    }
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  #step(state: number, character: number): number {
    return this.#next[state * this.#width + (this.#classOf[character] ?? 0)] ?? 0;
  }

  #build(needles: readonly (readonly string[])[]): number[][] {
    const owners: number[][] = [];
    let states = 1;
    needles.forEach((literals, owner) => {
      for (const literal of literals) {
        let state = 0;
        for (let at = 0; at < literal.length; at++) {
          const slot = state * this.#width + (this.#classOf[literal.charCodeAt(at)] ?? 0);
          if (this.#next[slot] === 0) this.#next[slot] = states++;
          state = this.#next[slot] ?? 0;
        }
        owners[state] = [...(owners[state] ?? []), owner];
      }
    });
    this.#addFallbacks(owners, states);
    return owners;
  }

  /** Completes the trie to an automaton, breadth first: where no child fits, go on from the longest suffix that does. */
  #addFallbacks(owners: number[][], states: number): void {
    const fallback = new Int32Array(states);
    const queue = [0];
    for (const state of queue) {
      for (let symbol = 0; symbol < this.#width; symbol++) {
        const slot = state * this.#width + symbol;
        const child = this.#next[slot] ?? 0;
        const onFallback = state === 0 ? 0 : (this.#next[(fallback[state] ?? 0) * this.#width + symbol] ?? 0);
        if (child === 0) {
          this.#next[slot] = onFallback;
          continue;
        }
        fallback[child] = onFallback;
        const inherited = owners[onFallback];
        if (inherited !== undefined) owners[child] = [...(owners[child] ?? []), ...inherited];
        queue.push(child);
      }
    }
  }
}
