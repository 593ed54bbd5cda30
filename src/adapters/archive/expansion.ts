import { ArchiveFault } from './archive-fault.js';

/** Bytes. The logs of a whole run are rarely over 100 MB; this much takes a minute to read. */
export const MOST_EXPANDED = 2_147_483_648;
/** Logs shrink to a tenth or a fiftieth; only a text made for it goes to a thousandth, the most that deflate can. */
const MOST_RATIO = 200;
/** Bytes that may be of any ratio: a log of nothing but dots is none that hurts. */
const HARMLESS = 67_108_864;

/** @throws ArchiveFault for what expands to more than a log does. */
export function checkExpansion(packed: number, expanded: number): void {
  if (expanded > MOST_EXPANDED)
    throw new ArchiveFault('it expands to more than 2 GiB, which no log does; nothing more of it is read');
  if (expanded > HARMLESS && expanded > packed * MOST_RATIO)
    throw new ArchiveFault(
      `it expands to more than ${MOST_RATIO} times its size, which no log does; nothing more of it is read`,
    );
}
