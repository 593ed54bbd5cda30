/** So many characters of a log show how its lines end. */
const BEGINNING = 1_000;

/** True where the lines of a text end with a carriage return alone; elsewhere one means that the line was written over. */
export function hasOnlyReturns(head: string): boolean {
  const beginning = head.slice(0, BEGINNING);
  return beginning.includes('\r') && !beginning.includes('\n');
}
