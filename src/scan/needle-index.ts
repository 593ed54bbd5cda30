const ENCODER = new TextEncoder();
const NEWLINE = 10;
const NO_OWNERS: readonly number[] = [];

/**
 * Finds which of many literal needles a line contains, in one pass whatever their number
 * (Aho and Corasick, "Efficient string matching", CACM 18, 1975). Works on UTF-8, so that nothing has to be decoded.
 */
export class NeedleIndex {
  readonly #classOf = new Uint8Array(256);
  /** A state's row has two to this power of entries. */
  readonly #shift: number;
  /** What follows a state on a class of bytes: twice the next state, plus 1 where needles end. */
  readonly #next: Uint16Array;
  /** By state; empty where no needle ends. */
  readonly #owners: readonly (readonly number[])[];
  /** The line in which a state's owners, or an owner, were found last. */
  readonly #stateSeen: Int32Array;
  readonly #seen: Int32Array;
  readonly #found: number[] = [];
  #line = 0;

  /** `needles[i]` are the literals of owner i; none has a line feed. All together have less than 32,768 bytes. */
  constructor(needles: readonly (readonly string[])[]) {
    const trie = new Trie(needles.map((literals) => literals.map((literal) => ENCODER.encode(literal))));
    // Rows are short, and those of the first bytes of needles lie together: most of a log stays in the processor's cache.
    const bytes = [...trie.bytes].sort((a, b) => a - b);
    bytes.forEach((byte, index) => {
      this.#classOf[byte] = index + 1;
    });
    this.#shift = Math.ceil(Math.log2(bytes.length + 1));
    this.#next = new Uint16Array(trie.nodes.length << this.#shift);
    this.#owners = this.#build(trie.nodes);
    this.#stateSeen = new Int32Array(trie.nodes.length);
    this.#seen = new Int32Array(needles.length);
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
    const shift = this.#shift;
    this.#line++;
    let state = 0;
    let at = start;
    for (let byte = bytes[at] ?? NEWLINE; byte !== NEWLINE; byte = bytes[++at] ?? NEWLINE) {
      state = next[((state >> 1) << shift) + (classOf[byte] ?? 0)] ?? 0;
      if ((state & 1) === 1 && this.#stateSeen[state >> 1] !== this.#line) this.#add(state >> 1);
    }
    if (this.#found.length > 0) {
      found.push(...this.#found.sort((a, b) => a - b));
      this.#found.length = 0;
    }
    return at;
  }

  #add(state: number): void {
    this.#stateSeen[state] = this.#line;
    for (const owner of this.#owners[state] ?? []) {
      if (this.#seen[owner] === this.#line) continue;
      this.#seen[owner] = this.#line;
      this.#found.push(owner);
    }
  }

  /** Completes the trie to an automaton, breadth first: where no child fits, go on from the longest suffix that does. */
  #build(nodes: readonly Node[]): readonly (readonly number[])[] {
    const next = this.#next;
    const owners: (readonly number[])[] = [];
    const fallbacks = new Int32Array(nodes.length);
    const followerOf = (state: number, symbol: number) => (next[(state << this.#shift) + symbol] ?? 0) >> 1;
    nodes.forEach((node, state) => {
      const fallback = fallbacks[state] ?? 0;
      const inherited = (state === 0 ? undefined : owners[fallback]) ?? NO_OWNERS;
      owners[state] = node.owners.length === 0 ? inherited : [...node.owners, ...inherited];
      const row = state << this.#shift;
      if (state !== 0) next.copyWithin(row, fallback << this.#shift, (fallback + 1) << this.#shift);
      for (const [byte, child] of node.children) {
        const symbol = this.#classOf[byte] ?? 0;
        fallbacks[child] = state === 0 ? 0 : followerOf(fallback, symbol);
        next[row + symbol] = child << 1;
      }
    });
    const ends = Uint8Array.from(owners, (own) => (own.length > 0 ? 1 : 0));
    for (let slot = 0; slot < next.length; slot++) {
      const follower = next[slot] ?? 0;
      next[slot] = follower | (ends[follower >> 1] ?? 0);
    }
    return owners;
  }
}

interface Node {
  /** States by byte. */
  readonly children: Map<number, number>;
  readonly owners: number[];
}

/** The needles' beginnings, shorter ones first: a state is an index into `nodes`. */
class Trie {
  readonly nodes: Node[] = [{ children: new Map(), owners: [] }];
  readonly bytes = new Set<number>();

  constructor(needles: readonly (readonly Uint8Array[])[]) {
    let open = needles.flatMap((literals, owner) =>
      literals.map((literal) => ({ literal, owner, state: 0 })),
    );
    for (let at = 0; open.length > 0; at++) {
      const longer: typeof open = [];
      for (const { literal, owner, state } of open) {
        const byte = literal[at];
        if (byte === undefined) this.nodes[state]?.owners.push(owner);
        else longer.push({ literal, owner, state: this.#childOf(state, byte) });
      }
      open = longer;
    }
  }

  #childOf(state: number, byte: number): number {
    this.bytes.add(byte);
    const children = this.nodes[state]?.children;
    const known = children?.get(byte);
    if (known !== undefined) return known;
    children?.set(byte, this.nodes.length);
    return this.nodes.push({ children: new Map(), owners: [] }) - 1;
  }
}
