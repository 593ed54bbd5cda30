import type { LineRule } from '../rewrite.js';

/** TS2835: under Node's own rules, a relative import names its file in full, and the compiler says how. */
const FULL_PATH = /\bDid you mean '(?<path>\.{1,2}\/[\w@./-]+)'\?$/;

/** Writes the path of an import out, as the compiler names it. */
export const importPath: LineRule = ({ tool, message, line, column }, lines) => {
  const path = tool === 'tsc' ? FULL_PATH.exec(message.slice(0, 1000))?.groups?.path : undefined;
  const text = lines[line - 1];
  if (path === undefined || text === undefined || column === null) return null;
  const quote = text[column - 1] ?? '';
  const end = text.indexOf(quote, column);
  const short = text.slice(column, end);
  if (!/^['"]$/.test(quote) || end < 0 || short === '' || !path.startsWith(short)) return null;
  return [{ line, text: `${text.slice(0, column)}${path}${text.slice(end)}` }];
};
