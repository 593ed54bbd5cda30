import type { Source } from '../tokens/source.js';

/**
 * Rows of the tables in a text: elements of list literals that are themselves lists, records or calls, attributes that
 * hold one row each (`[InlineData(…)]`), and literals in a list of nothing else.
 */
export function countRows(source: Source): { readonly count: number; readonly line: number | null } {
  const { code, partner, flat } = source;
  let count = [...flat.text.matchAll(/(?<=\s)\[ (?:InlineData|TestCase|DataRow|Arguments) \(/g)].length;
  let line: number | null = null;
  for (const [at, { text }] of code.entries()) {
    const close = partner[at] ?? -1;
    if (close <= at || !/^[[{(]$/.test(text)) continue;
    const elements = elementsOf(source, at, close);
    if (elements.length < 1 || !elements.every((first) => isRow(source, first))) continue;
    if (text === '(' && !isListCall(source, at)) continue;
    count += elements.length;
    line ??= code[at]?.line ?? null;
  }
  return { count, line };
}

/** First tokens of what stands between the commas of a bracket. */
function elementsOf({ code, partner }: Source, open: number, close: number): readonly number[] {
  const starts: number[] = [];
  let isStart = true;
  for (let at = open + 1; at < close; at = Math.max(at, partner[at] ?? -1) + 1) {
    if (code[at]?.text === ',') isStart = true;
    else if (
      isStart ||
      (code[at]?.first === true && code[open]?.text === '{' && code[at - 1]?.text !== ':')
    ) {
      starts.push(at);
      isStart = false;
    }
  }
  return starts;
}

function isRow({ code }: Source, at: number): boolean {
  const { kind, text } = code[at] ?? { kind: 'mark', text: '' };
  return (
    /^[[{(]$/.test(text) ||
    kind === 'string' ||
    kind === 'number' ||
    /^(?:new|Arguments|arguments|Case|case|param|row)$/.test(text)
  );
}

/** Parentheses hold rows in Python's tuples and in `List.of(…)`, and arguments everywhere else. */
const isListCall = ({ code }: Source, at: number): boolean =>
  /^(?:of|listOf|asList|arrayOf|stream|provideCases|row|\(|,|=|CsvSource|ValueSource)$/.test(
    code[at - 1]?.text ?? '',
  );
