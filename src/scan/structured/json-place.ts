import * as z from 'zod';
import type { Place } from '../parser.js';
import { placeOf } from '../read-groups.js';

/** A number of a document that may be missing, null or no number at all. */
export const looseNumber = z.number().nullish().catch(null);
export const looseText = z.string().nullish().catch(null);

/** A place; numbers that are no line or column of a file count as none. */
export function jsonPlace(file: string, line?: number | null, column?: number | null): Place {
  const written = (value: number | null | undefined) => (value == null ? undefined : String(value));
  return placeOf(file, { line: written(line), column: written(column) });
}
