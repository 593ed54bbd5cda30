const ENCODER = new TextEncoder();
const NEWLINE = 10;

/**
 * Finds which of many literal needles a text contains, in one pass whatever their number
 * (Aho and Corasick, "Efficient string matching", CACM 18, 1975). Works on UTF-8, so that nothing has to be decoded.
 */
export class NeedleIndex {
  readonly #classOf = new Uint8Array(256);
  readonly #width: number;
  /** What follows a state (row) on a byte class: twice the row's offset, plus 1 where needles end. */
  readonly #next: Int32Array;
  /** By the row's offset. */
  readonly #owners = new Map<number, readonly number[]>();
  readonly #seen: Int32Array;
  #pass = 0;

  /** `needles[i]` are the literals of owner i; none has a line feed. */
  constructor(needles: readonly (readonly string[])[]) {
    const encoded = needles.map((literals) => literals.map((literal) => ENCODER.encode(literal)));
    let classes = 1;
    for (const byte of new Set(encoded.flat().flatMap((literal) => [...literal])))
      this.#classOf[byte] = classes++;
    this.#width = classes;
    const states = 1 + encoded.flat().reduce((sum, literal) => sum + literal.length, 0);
    this.#next = new Int32Array(states * classes);
    this.#seen = new Int32Array(needles.length);
    this.#build(encoded);
  }

  /** Owners with a needle in `text`, ascending. */
  ownersIn(text: string): number[] {
    const found: number[] = [];
    this.scanLine(ENCODER.encode(`${text.replaceAll('\n', '\r')}\n`), 0, found);
    return found;
  }

  /**
   * Puts the owners with a needle in the line that begins at `start` into `found`, ascending.
   * @returns the offset of the line feed that ends the line; there must be one.
   */
  scanLine(bytes: Uint8Array, start: number, found: number[]): number {
    const next = this.#next;
    const classOf = this.#classOf;
    const pass = ++this.#pass;
    let state = 0;
    let at = start;
    for (let byte = bytes[at] ?? NEWLINE; byte !== NEWLINE; byte = bytes[++at] ?? NEWLINE) {
      state = next[(state >> 1) + (classOf[byte] ?? 0)] ?? 0;
      if ((state & 1) === 1) this.#add(state >> 1, pass, found);
    }
    if (found.length > 1) found.sort((a, b) => a - b);
    return at;
  }

  #add(row: number, pass: number, found: number[]): void {
    for (const owner of this.#owners.get(row) ?? []) {
      if (this.#seen[owner] === pass) continue;
      this.#seen[owner] = pass;
      found.push(owner);
    }
  }

  #build(needles: readonly (readonly Uint8Array[])[]): void {
    const owners: number[][] = [];
    const width = this.#width;
    let states = 1;
    needles.forEach((literals, owner) => {
      for (const literal of literals) {
        let state = 0;
        for (const byte of literal) {
          const slot = state * width + (this.#classOf[byte] ?? 0);
          if (this.#next[slot] === 0) this.#next[slot] = states++;
          state = this.#next[slot] ?? 0;
        }
        owners[state] = [...(owners[state] ?? []), owner];
      }
    });
    this.#addFallbacks(owners, states);
    owners.forEach((own, state) => {
      this.#owners.set(state * width, own);
    });
    for (const [slot, state] of this.#next.entries())
      this.#next[slot] = state * width * 2 + (owners[state] === undefined ? 0 : 1);
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
