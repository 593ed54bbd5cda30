// Where things lie in the memory that is shared with the host, in bytes.

/** What `findLine` says of the line at which it stopped, each an i32. */
export const LINE_END: usize = 0;
export const TEXT_START: usize = 4;
export const TEXT_END: usize = 8;
export const SKIPPED: usize = 12;
export const HITS: usize = 16;
export const LINE_START: usize = 20;
/** Of the line that was measured, an i32: 0 where it is ASCII for certain. */
export const MAY_BE_WIDE: usize = 24;
/** An i32: 1 outside of the headers of steps. */
export const HEADER_IS_OVER: usize = 28;
/** By number, 1 for each of BuildKit's steps that has been seen and waits for no line. */
export const CALM_STEPS: usize = 1_024;
export const MAX_STEPS: u32 = 1_000;
/** By owner, 1 while no line of the log itself can matter for it. */
export const ASLEEP: usize = 2_048;
/** The owners found in the line: u16. */
export const FOUND: usize = 4_096;
/** By owner, the number of the line in which it was found last: u32. */
export const SEEN: usize = 8_192;
/** By owner, three sets of ASCII characters: what a line may begin with, also behind white space, and end with. */
export const EDGES: usize = 16_384;
export const EDGES_SIZE: usize = 48;
/** By hash of four bytes but for its last two bits, u16: the first of its nodes. */
export const GRAM_HEADS: usize = 81_920;
/** By pair of bytes, and by the byte behind it, a bit for each group of needles. By pair, u16: the first of its nodes. */
export const PAIRS: usize = 131_072;
export const THIRDS: usize = 196_608;
export const PAIR_HEADS: usize = 196_864;
/** By hash of a line's first two bytes, u16: the first of its nodes. */
export const START_HEADS: usize = 327_936;
/** A node of a list: needle, next node (each u16), bits of four bytes, which of them are known, their offset (each u32). */
export const NODES: usize = 336_128;
export const NODE_SIZE: usize = 16;
export const MAX_NODES: u32 = 6_000;
/** A needle: its owner, its length (each u16), where it lies (u32). */
export const NEEDLES: usize = 432_128;
export const NEEDLE_SIZE: usize = 8;
/** The bytes of the needles. */
export const LITERALS: usize = 448_512;
/** By hash of four bytes, 1 where a needle may stand. */
export const GRAMS: usize = 524_288;
/** The text that is looked at. */
export const TEXT: usize = 589_824;
/** While needles are added, by hash, u16: how often two, three or four bytes stand in usual output. */
export const COUNTS: usize = 655_360;
