/** A JSON value in a text, or one that is meant but cut off or broken; `end` is the character behind it. */
export type JsonPart =
  | { readonly kind: 'value'; readonly value: unknown; readonly start: number; readonly end: number }
  | { readonly kind: 'cut' | 'broken'; readonly start: number; readonly end: number };

/** Prose and code are full of brackets: past this many that open no value, none is looked for. */
const MAX_TRIES = 100;
/** How JSON that holds edits goes on behind its first bracket. */
const JSON_LIKE = /^[[{]\s*(?:["[{]|[\]}]\s*$)/;

/**
 * The first object or list from `start` on that is JSON (RFC 8259), but for commas before a closing bracket and line ends
 * within strings, which models write. What lies within a value that is cut off or broken is never taken for one.
 */
export function findJson(text: string, start: number): JsonPart | null {
  let from = nextBracket(text, start);
  for (let tries = 0; from >= 0 && tries < MAX_TRIES; tries += 1) {
    const end = endOfValue(text, from);
    const value = end === null ? undefined : parsed(text.slice(from, end));
    if (end !== null && value !== undefined) return { kind: 'value', value, start: from, end };
    if (JSON_LIKE.test(text.slice(from, from + 200))) {
      return { kind: end === null ? 'cut' : 'broken', start: from, end: end ?? text.length };
    }
    from = nextBracket(text, from + 1);
  }
  return null;
}

function nextBracket(text: string, start: number): number {
  const offset = text.slice(start).search(/[[{]/);
  return offset < 0 ? -1 : start + offset;
}

/** The character behind the bracket that closes the one at `from`; null when the text ends before it. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function parsed(text: string): unknown {
  const strict = text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[\]}])/g, (token) =>
    token === ',' ? '' : token.replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t'),
  );
  try {
    return JSON.parse(strict);
  } catch {
    return undefined;
  }
}
