/** Characters; a larger text is read line by line as a log, in flat memory. */
export const MAX_DOCUMENT = 64_000_000;
