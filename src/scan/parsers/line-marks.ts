/** A line number behind a colon: the rarest literal of `path:12`. */
export const COLON_DIGIT: readonly string[] = [':1', ':2', ':3', ':4', ':5', ':6', ':7', ':8', ':9'];
