import type { Place, RawDiagnostic, TestName } from './parser.js';

/** Of a long difference the first characters are enough. */
const MAX_PARTS = 200;

/** A message and the stack frames that belong to it, with causes put before consequences. */
export class Trace {
  message: string | null = null;
  code: string | null = null;
  /** What to say of frames that no message belongs to; without it, they are no failure. */
  title: string | null = null;
  /** The test that failed when the trace began. */
  test: TestName | null;
  readonly startLine: number;
  lastLine: number;
  readonly #innermost: 'first' | 'last';
  #frames: Place[] = [];
  #causes: Place[] = [];
  #consequences: Place[] = [];
  #hints: Place[] = [];
  #quoted: Place[] = [];
  #parts: string[] = [];
  #values: string[] = [];

  constructor(innermost: 'first' | 'last', startLine: number, test: TestName | null) {
    this.#innermost = innermost;
    this.test = test;
    this.startLine = startLine;
    this.lastLine = startLine;
  }

  get hasParts(): boolean {
    return this.#parts.length > 0;
  }

  /** One of the values that were compared, as `name: value`; told where the message does not have them. */
  addValue(text: string): void {
    if (this.#values.length < 2) this.#values.push(text);
  }

  addPart(text: string): void {
    if (this.#parts.length < 20) this.#parts.push(text.trim());
  }

  get frameCount(): number {
    return this.places().length;
  }

  /** True once a frame followed the newest message. */
  get hasFrames(): boolean {
    return this.#frames.length > 0;
  }

  addFrame(place: Place): void {
    this.#frames.push(place);
  }

  addHint(place: Place): void {
    this.#hints.push(place);
  }

  /** The place of the source line that the tool quotes. */
  addQuoted(place: Place): void {
    this.#quoted.push(place);
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
    const frames = [...this.#causes, ...this.#ordered(), ...this.#consequences];
    // The frames of a syntax error are those of the loader and of whoever loads the file.
    const [first, last] = this.code === 'SyntaxError' ? [this.#quoted, []] : [[], this.#quoted];
    return [...first, ...frames, ...last, ...this.#hints];
  }

  /** The failure that the trace tells of. */
  toDiagnostic(known: Pick<RawDiagnostic, 'tool' | 'category' | 'folder' | 'step'>): RawDiagnostic {
    return {
      ...known,
      severity: 'error',
      message: this.#fullMessage() ?? this.code ?? '',
      code: this.code,
      test: this.test?.name ?? null,
      places: this.places(),
      summary: false,
      logLine: this.startLine,
      logEndLine: this.lastLine,
    };
  }

  /** The message with what it announced, on one line. */
  #fullMessage(): string | null {
    const { message } = this;
    if (message === null) return null;
    const areTold = this.#values.every((value) => message.includes(value.replace(/^\w+: /, '')));
    // One value alone is no comparison.
    const values = this.#values.length < 2 || areTold ? [] : this.#values;
    const parts = (this.hasParts ? this.#parts : values).join(' ').replace(/\s+/g, ' ');
    if (parts === '') return message;
    return `${message} ${parts.length <= MAX_PARTS ? parts : `${parts.slice(0, MAX_PARTS - 1)}…`}`;
  }

  #ordered(): Place[] {
    return this.#innermost === 'first' ? this.#frames : [...this.#frames].reverse();
  }
}
