import { LINE_SIEVE_CODE } from './line-sieve-code.js';
import type { NeedleOwner } from './needle.js';
import { patternEdges } from './pattern-edges.js';
import { USUAL_OUTPUT } from './usual-output.js';

/** What of it the types of Node 20 do not have. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

interface Address {
  readonly value: number;
}

/** What wasm/line-sieve.ts exports. Offsets and lengths are in bytes of its memory. */
interface SieveCode {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly addNeedle: (owner: number, at: number, length: number) => void;
  readonly learn: (start: number, end: number) => void;
  readonly measure: (from: number) => void;
  readonly findLine: (from: number, end: number) => number;
  readonly ownersIn: (start: number, end: number) => number;
  readonly ASLEEP: Address;
  readonly CALM_STEPS: Address;
  readonly EDGES: Address;
  readonly FOUND: Address;
  readonly HEADER_IS_OVER: Address;
  readonly LITERALS: Address;
  readonly TEXT: Address;
}

/** How many bytes of lines it can hold. */
export const SIEVE_BYTES = 1_048_576;
const PAGE = 65_536;
const VERDICTS = ['end', 'read', 'speaks'] as const;
const MAX_OWNERS = 1_300;
const MAX_NEEDLES = 2_000;
const MAX_STEPS = 1_000;
const OFTEN = 8;
const ENCODER = new TextEncoder();

/** Tells which lines have to be read, and what is in them that may matter, without decoding them. */
export class LineSieve {
  /** Offsets in the text: of the line that was found, its line feed, and what a tool said in it. */
  lineStart = 0;
  lineEnd = 0;
  start = 0;
  end = 0;
  /** Lines before it that say nothing. */
  skipped = 0;
  /** True for a line that is ASCII for certain. */
  isPlain = false;
  #count = 0;
  readonly #code: SieveCode;
  readonly #text: number;
  /** Indexes into `#halves` and `#words`: asking the code each time takes longer than looking at a line. */
  readonly #firstFound: number;
  readonly #headerIsOver: number;
  readonly #owners: readonly NeedleOwner[];
  /** How often each owner was met: its pattern's edges are read when that begins to pay. */
  readonly #met: Uint8Array;
  readonly #asleep: number[] = [];
  #memory: Uint8Array;
  #words: Int32Array;
  #halves: Uint16Array;

  /** An owner is known by its index. */
  constructor(owners: readonly NeedleOwner[]) {
    if (owners.length > MAX_OWNERS || owners.flatMap(({ needles }) => needles).length > MAX_NEEDLES)
      throw new Error(`a LineSieve takes at most ${MAX_OWNERS} owners and ${MAX_NEEDLES} needles`);
    const module = new WebAssembly.Module(Buffer.from(LINE_SIEVE_CODE, 'base64'));
    this.#code = new WebAssembly.Instance(module).exports as SieveCode;
    this.#text = this.#code.TEXT.value;
    this.#firstFound = this.#code.FOUND.value >> 1;
    this.#headerIsOver = this.#code.HEADER_IS_OVER.value >> 2;
    this.#owners = owners;
    this.#met = new Uint8Array(owners.length);
    this.#memory = new Uint8Array(this.#code.memory.buffer);
    this.#words = new Int32Array(this.#code.memory.buffer);
    this.#halves = new Uint16Array(this.#code.memory.buffer);
    this.#addNeedles();
  }

  /** Owners with a needle in `text` that their pattern's edges allow, ascending. */
  ownersIn(text: string): readonly number[] {
    const start = this.#text + SIEVE_BYTES;
    this.#makeRoomFor(start + text.length * 3);
    const { written } = ENCODER.encodeInto(text, this.#memory.subarray(start));
    return this.#found(this.#code.ownersIn(start, start + written));
  }

  /** Puts in lines of at most `SIEVE_BYTES`. `calmSteps` are those that `setCalm` was told of in the same log. */
  fill(lines: Uint8Array, calmSteps: ReadonlySet<number>): void {
    this.#memory.set(lines, this.#text);
    const first = this.#code.CALM_STEPS.value;
    this.#memory.fill(0, first, first + MAX_STEPS);
    for (const step of calmSteps) this.setCalm(step, true);
    this.wake();
  }

  /** In the header of a step, lines that begin with the runner's mark may matter. */
  expectHeader(isOpen: boolean): void {
    this.#words[this.#headerIsOver] = isOpen ? 0 : 1;
  }

  /** Finds where the line at offset `from` ends, and begins behind its time stamp. */
  measure(from: number): void {
    this.#code.measure(this.#text + from);
    this.#takeOver();
  }

  /**
   * Looks for the next line, from offset `from` on, that may matter; the lines end, with a line feed, at offset `end`.
   * A line that `speaks` matters only for its hits.
   */
  next(from: number, end: number): 'end' | 'read' | 'speaks' {
    const verdict = VERDICTS[this.#code.findLine(this.#text + from, this.#text + end)] ?? 'read';
    this.#takeOver();
    return verdict;
  }

  #takeOver(): void {
    const words = this.#words;
    this.lineEnd = (words[0] ?? 0) - this.#text;
    this.start = (words[1] ?? 0) - this.#text;
    this.end = (words[2] ?? 0) - this.#text;
    this.skipped = words[3] ?? 0;
    this.#count = words[4] ?? 0;
    this.lineStart = (words[5] ?? 0) - this.#text;
    this.isPlain = words[6] === 0;
  }

  /** True when `isDue` holds for an owner in the line that speaks; lines with none but those for which it does not are skipped until `wake`. */
  someDue(isDue: (owner: number) => boolean): boolean {
    const first = this.#firstFound;
    for (let at = first; at < first + this.#count; at++) {
      const owner = this.#halves[at] ?? 0;
      this.#meet(owner);
      if (isDue(owner)) return true;
      this.#memory[this.#code.ASLEEP.value + owner] = 1;
      this.#asleep.push(owner);
    }
    return false;
  }

  /** Every owner may be due again. */
  wake(): void {
    for (const owner of this.#asleep) this.#memory[this.#code.ASLEEP.value + owner] = 0;
    this.#asleep.length = 0;
  }

  /** Owners in the line that speaks, ascending. */
  hits(): readonly number[] {
    return this.#found(this.#count);
  }

  /** Lines of a calm step of BuildKit say nothing by their mark. */
  setCalm(step: number, isCalm: boolean): void {
    if (step < MAX_STEPS) this.#memory[this.#code.CALM_STEPS.value + step] = isCalm ? 1 : 0;
  }

  #found(count: number): readonly number[] {
    if (count === 0) return [];
    const first = this.#firstFound;
    const owners: number[] = [];
    for (let at = first; at < first + count; at++) {
      const owner = this.#halves[at] ?? 0;
      this.#meet(owner);
      owners.push(owner);
    }
    return count === 1 ? owners : owners.sort((a, b) => a - b);
  }

  #meet(owner: number): void {
    const met = this.#met[owner] ?? 0;
    if (met > OFTEN) return;
    this.#met[owner] = met + 1;
    const pattern = this.#owners[owner]?.pattern ?? null;
    if (met < OFTEN || pattern === null) return;
    const { first, word, last } = patternEdges(pattern);
    [first, word, last].forEach((characters, set) => {
      const at = this.#code.EDGES.value + owner * 48 + set * 16;
      this.#memory.fill(0, at, at + 16);
      characters.forEach((allowed, code) => {
        const byte = at + (code >> 3);
        // Character 0 stands for those that are not ASCII, and for none.
        if (allowed === 1 || code === 0) this.#memory[byte] = (this.#memory[byte] ?? 0) | (1 << (code & 7));
      });
    });
  }

  #addNeedles(): void {
    const edges = this.#code.EDGES.value;
    this.#memory.fill(255, edges, edges + this.#owners.length * 48);
    const { written } = ENCODER.encodeInto(USUAL_OUTPUT, this.#memory.subarray(this.#text));
    this.#code.learn(this.#text, this.#text + written);
    let at = this.#code.LITERALS.value;
    this.#owners.forEach(({ needles }, owner) => {
      for (const needle of needles) {
        const { written } = ENCODER.encodeInto(needle, this.#memory.subarray(at, this.#text));
        this.#code.addNeedle(owner, at, written);
        at += written;
      }
    });
  }

  #makeRoomFor(bytes: number): void {
    const missing = bytes + PAGE - this.#memory.length;
    if (missing <= 0) return;
    this.#code.memory.grow(Math.ceil(missing / PAGE));
    this.#memory = new Uint8Array(this.#code.memory.buffer);
    this.#words = new Int32Array(this.#code.memory.buffer);
    this.#halves = new Uint16Array(this.#code.memory.buffer);
  }
}
