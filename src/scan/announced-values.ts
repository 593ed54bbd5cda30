import type { AnnouncingForm, LogLine } from './parser.js';
import type { Trace } from './trace.js';

/** What a message announces is at most this far below it. */
const REACH = 40;

/** Waits for the values that a message announced (`Expected values to be strictly equal:`) and adds them to it. */
export class AnnouncedValues {
  over = false;
  readonly #form: AnnouncingForm;
  readonly #trace: Trace;

  constructor(form: AnnouncingForm, trace: Trace) {
    this.#form = form;
    this.#trace = trace;
  }

  /** Returns true when the line is one of the values. */
  read(line: LogLine): boolean {
    const { hasFrames, hasParts, startLine } = this.#trace;
    this.over = hasFrames || line.number - startLine > REACH || (hasParts && this.#form.end.test(line.text));
    const part = this.over ? undefined : this.#form.part.exec(line.text)?.groups?.part;
    if (part === undefined) return false;
    this.#trace.addPart(part);
    return true;
  }
}
