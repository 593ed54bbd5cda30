import type { Severity } from '../domain/diagnostic.js';
import type { Groups, Place } from './parser.js';

/** The groups that took part in the match. */
export function definedGroups(groups: Groups): Groups {
  return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined));
}

/** A place from the groups line, column and, where the line names it, symbol. */
export function placeOf(file: string, groups: Groups, otherSymbol: string | null = null): Place {
  return {
    file,
    line: numberOf(groups.line),
    column: numberOf(groups.column),
    symbol: groups.symbol ?? otherSymbol,
  };
}

/** Line 0 and numbers that no file has are no place. */
function numberOf(text: string | undefined): number | null {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) && value >= 1 && value < 10_000_000 ? value : null;
}

/** What a tool's own word for the severity means; no word means an error. */
export function severityOf(word: string | undefined): Severity {
  if (word === undefined) return 'error';
  if (/^(?:w|c|r|warn|warning|convention|refactor)$/i.test(word)) return 'warning';
  return /^(?:note|info|information|hint|help|remark|i)$/i.test(word) ? 'note' : 'error';
}
