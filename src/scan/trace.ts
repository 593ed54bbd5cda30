import type { Place, TestName } from './parser.js';

/** A message and the stack frames that belong to it, with causes put before consequences. */
export class Trace {
  message: string | null = null;
  code: string | null = null;
  /** The test that failed when the trace began. */
  readonly test: TestName | null;
  readonly startLine: number;
  lastLine: number;
  readonly #innermost: 'first' | 'last';
  #frames: Place[] = [];
  #causes: Place[] = [];
  #consequences: Place[] = [];

  constructor(innermost: 'first' | 'last', startLine: number, test: TestName | null) {
    this.#innermost = innermost;
    this.test = test;
    this.startLine = startLine;
    this.lastLine = startLine;
  }

  get frameCount(): number {
    return this.#frames.length + this.#causes.length + this.#consequences.length;
  }

  /** True once a frame followed the newest message. */
  get hasFrames(): boolean {
    return this.#frames.length > 0;
  }

  addFrame(place: Place): void {
    this.#frames.push(place);
  }

  addHint(place: Place): void {
    this.#consequences.push(place);
  }

  /** The next frames are of an error that this one caused. */
  closeCause(): void {
    this.#causes.push(...this.#ordered());
    this.#frames = [];
  }

  /** The next message and frames are those of the cause. */
  openCause(): void {
    this.#consequences.unshift(...this.#ordered());
    this.#frames = [];
  }

  /** The suspect first. */
  places(): Place[] {
    return [...this.#causes, ...this.#ordered(), ...this.#consequences];
  }

  #ordered(): Place[] {
    return this.#innermost === 'first' ? this.#frames : [...this.#frames].reverse();
  }
}
