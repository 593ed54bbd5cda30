import type { LinePlace } from './find-lines.js';
import { indentOf } from './indentation.js';
import type { Hunk } from './operation.js';

type Signs = Pick<Hunk, 'anchors' | 'line' | 'heading' | 'atEnd'>;

/** A block of lines, both ends 0-based, the end exclusive. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * The places that the signs of an edit leave: anchors, then the end of the file, then an exact line number, unless the
 * header's own heading speaks for another place. More than one means that nothing decides; none, that the anchors speak
 * against every place.
 */
export function choosePlace(
  places: readonly LinePlace[],
  signs: Signs,
  { file, length }: { readonly file: readonly string[]; readonly length: number },
): readonly LinePlace[] {
  const anchored = withinAnchors(places, signs.anchors, file);
  if (anchored.length < 2) return anchored;
  const atEnd = signs.atEnd ? anchored.filter(({ start }) => start + length === file.length) : [];
  const left = atEnd.length > 0 ? atEnd : anchored;
  const [exact] = left.filter(({ start }) => start + 1 === signs.line);
  return exact === undefined || isElsewhere(exact, left, { heading: signs.heading, file }) ? left : [exact];
}

/** A heading is a line before the place; and when it opens a block, the place is in there rather than any other. */
function isElsewhere(
  { start }: LinePlace,
  places: readonly LinePlace[],
  { heading, file }: { readonly heading: string | null; readonly file: readonly string[] },
): boolean {
  if (heading === null) return false;
  const blocks = blocksOf(heading, { start: 0, end: file.length }, file);
  const isWithin = (at: number): boolean => blocks.some((block) => at >= block.start && at < block.end);
  if (blocks.length > 0 && blocks.every((block) => block.start > start)) return true;
  return !isWithin(start) && places.some((other) => isWithin(other.start));
}

function withinAnchors(
  places: readonly LinePlace[],
  anchors: readonly string[],
  file: readonly string[],
): readonly LinePlace[] {
  if (anchors.length === 0) return places;
  let blocks: readonly Block[] = [{ start: 0, end: file.length }];
  for (const anchor of anchors) blocks = blocks.flatMap((block) => blocksOf(anchor, block, file));
  const inside = places.filter(({ start }) =>
    blocks.some((block) => start >= block.start && start < block.end),
  );
  if (inside.length > 0) return inside;
  // An anchor may be a line that opens no block; what follows it must then be the only place of all.
  const after = places.filter(({ start }) => blocks.some((block) => start >= block.start));
  return places.length === 1 ? after : after.length === 0 ? [] : places;
}

/** The blocks that a line like `anchor` opens: as far as lines are indented deeper, and the line that closes it. */
function blocksOf(anchor: string, within: Block, file: readonly string[]): readonly Block[] {
  const wanted = anchor.trim();
  const lines = file.slice(within.start, within.end).map((line) => line.trim());
  const whole = lines.flatMap((line, index) => (line === wanted ? [index] : []));
  const starts =
    whole.length > 0 ? whole : lines.flatMap((line, at) => (line.startsWith(wanted) ? [at] : []));
  return starts.map((offset) => {
    const start = within.start + offset;
    return { start, end: endOfBlock(start, file) };
  });
}

function endOfBlock(start: number, file: readonly string[]): number {
  const depth = indentOf(file[start] ?? '').length;
  const isInside = (line: string): boolean => line.trim() === '' || indentOf(line).length > depth;
  let end = start + 1;
  while (end < file.length && isInside(file[end] ?? '')) end += 1;
  return end;
}
