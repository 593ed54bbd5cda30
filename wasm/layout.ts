// Where things lie in the memory that is shared with the host, in bytes.

/** What `findLine` says of the line at which it stopped, each an i32. */
export const LINE_END: usize = 0;
export const TEXT_START: usize = 4;
export const TEXT_END: usize = 8;
export const SKIPPED: usize = 12;
export const HITS: usize = 16;
export const LINE_START: usize = 20;
/** Each an i32: 1 while no task but the log's own waits for a line, and outside of the headers of steps. */
export const TASKS_ARE_CALM: usize = 24;
export const HEADER_IS_OVER: usize = 28;
/** By number, 1 for each of BuildKit's steps that has been seen. */
export const KNOWN_STEPS: usize = 1_024;
export const MAX_STEPS: u32 = 1_000;
/** The owners found in the line: u16. */
export const FOUND: usize = 4_096;
/** By owner, the number of the line in which it was found last: u32. */
export const SEEN: usize = 8_192;
/** By owner, three sets of ASCII characters: what a line may begin with, also behind white space, and end with. */
export const EDGES: usize = 16_384;
export const EDGES_SIZE: usize = 48;
/** By hash of four bytes, a bit: a needle may stand there. By hash but for its last three bits, u16: the first of its nodes. */
export const GRAMS: usize = 81_920;
export const GRAM_HEADS: usize = 98_304;
/** By pair of bytes, and by the byte behind it, a bit for each group of needles. By pair, u16: the first of its nodes. */
export const PAIRS: usize = 131_072;
export const THIRDS: usize = 196_608;
export const PAIR_HEADS: usize = 196_864;
/** A node of a list: needle, next node; each u16. */
export const NODES: usize = 327_936;
export const NODE_SIZE: usize = 4;
/** A needle: its owner (u16), where its known bytes begin (u8), its length (u8), where it lies (u32). */
export const NEEDLES: usize = 360_704;
export const NEEDLE_SIZE: usize = 8;
/** The bytes of the needles. */
export const LITERALS: usize = 393_216;
/** The text that is looked at. */
export const TEXT: usize = 458_752;
