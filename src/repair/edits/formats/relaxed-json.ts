/** A JSON value in a text, and the characters that it takes; the end is exclusive. */
export interface JsonPart {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/** Prose and code are full of brackets: past this many that open no value, none is looked for. */
const MAX_TRIES = 500;
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|[[\]{}]/g;

/**
 * The first object or list from `start` on that is JSON (RFC 8259), but for commas before a closing bracket and line ends
 * within strings, which models write. `cut` when the text ends within the very first; null when there is none.
 */
export function findJson(text: string, start: number): JsonPart | 'cut' | null {
  let from = nextBracket(text, start);
  for (let tries = 0; from >= 0 && tries < MAX_TRIES; tries += 1) {
    const end = endOfValue(text, from);
    if (end === null && tries === 0) return 'cut';
    const value = end === null ? undefined : parsed(text.slice(from, end));
    if (end !== null && value !== undefined) return { value, start: from, end };
    from = nextBracket(text, from + 1);
  }
  return null;
}

function nextBracket(text: string, start: number): number {
  const offset = text.slice(start).search(/[[{]/);
  return offset < 0 ? -1 : start + offset;
}

function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    if (/^[[{]/.test(token[0])) depth += 1;
    if (/^[\]}]/.test(token[0])) depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return null;
}

function parsed(text: string): unknown {
  const strict = text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[\]}])/g, (token) =>
    token === ',' ? '' : token.replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t'),
  );
  try {
    return JSON.parse(strict);
  } catch {
    return undefined;
  }
}
