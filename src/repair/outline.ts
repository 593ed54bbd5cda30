/** A named piece of a file: a function, a method, a class, a test. Lines are 1-based, both included. */
export interface Declaration {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** The declarations of a text in the order of their first lines, nested ones too; null where no grammar is known. */
export type ReadOutline = (path: string, text: string) => Promise<readonly Declaration[] | null>;

/** The declarations around a line, the innermost first. */
export function enclosing(outline: readonly Declaration[], line: number): readonly Declaration[] {
  return outline
    .filter(({ first, last }) => first <= line && line <= last)
    .toSorted((a, b) => a.last - a.first - (b.last - b.first));
}
