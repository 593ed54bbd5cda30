import { digestOf } from '../domain/digest.js';
import type { FailureClass } from '../domain/failure-class.js';
import type { Finding } from '../domain/scan.js';

/** What differs between two runs of the same failure, widest form first. */
const NOISE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/(?:[A-Za-z]:)?(?:[\\/]{1,2}[\w.@+~$-]+){2,}/g, '<path>'],
  [/\b0x[0-9a-f]+\b/gi, '<hex>'],
  [/@[0-9a-f]{5,16}\b/g, '@<hex>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/gi, '<hex>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
  [/\s+/g, ' '],
];

/** A message without numbers, addresses, paths, times and identities of the run. */
export function normaliseMessage(message: string): string {
  return NOISE.reduce((text, [pattern, mark]) => text.replace(pattern, mark), message).trim();
}

/**
 * 12 hex digits that name a failure: from its first finding, or from its best error line where nothing was located.
 * Lines and columns do not count.
 */
export function fingerprintOf(category: FailureClass, first: Finding | undefined, errorLine: string): string {
  const cause =
    first === undefined
      ? [category, normaliseMessage(errorLine)]
      : [category, first.tool, first.code, first.file, first.test, normaliseMessage(first.message)];
  return digestOf(cause).slice(0, 12);
}
