import type { TestName } from './parser.js';

/** A test's name that goes on below its first line, deeper indented, to the line that ends with a colon. */
export class TestNaming {
  /** Indentation of the name so far, while it goes on; else 0. */
  #depth = 0;

  get goesOn(): boolean {
    return this.#depth > 0;
  }

  start(line: string): void {
    this.#depth = line.trimEnd().endsWith(':') ? 0 : Math.max(1, depthOf(line));
  }

  stop(): void {
    this.#depth = 0;
  }

  /** The name with the line added; null when the line is no part of it. */
  extend(test: TestName | null, line: string): TestName | null {
    const part = line.trim();
    const depth = depthOf(line);
    const isPart = part !== '' && depth > this.#depth && !part.startsWith('Failure/Error') && test !== null;
    this.#depth = isPart && !part.endsWith(':') ? depth : 0;
    return isPart ? { ...test, name: `${test.name ?? ''} ${part.replace(/:$/, '')}` } : null;
  }
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}
