/** What takes the place of the `count` items from `start` on. */
export interface Splice<Item> {
  readonly start: number;
  readonly count: number;
  readonly fresh: readonly Item[];
}

/** Arguments of one call; a stack holds no more than some ten thousand. */
const SLICE = 5000;

/** Replaces items in place: a copy of a long list costs far more than an edit of it. */
export function splice<Item>(items: Item[], { start, count, fresh }: Splice<Item>): void {
  items.splice(start, count, ...fresh.slice(0, SLICE));
  for (let at = SLICE; at < fresh.length; at += SLICE) {
    items.splice(start + at, 0, ...fresh.slice(at, at + SLICE));
  }
}
