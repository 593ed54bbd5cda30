import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough to be quick, short enough for a signal to be heard in between. */
const SLICE = 250;

/**
 * Does something with each item, one slice in each turn of the event loop. Looking at a file is ten times as quick
 * without a promise for it, and a worktree is looked at several times for each execution.
 */
export async function inSlices<Item>(items: readonly Item[], each: (item: Item) => void): Promise<void> {
  for (let at = 0; at < items.length; at += SLICE) {
    items.slice(at, at + SLICE).forEach(each);
    await nextTurn();
  }
}
