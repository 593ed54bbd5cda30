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
  // One tool writes the same message in more than one way: in a report, in a log, with and without its kind.
  [/[\u2018\u2019\u201c\u201d"`\u00b4]/g, "'"],
  [/\s+/g, ' '],
  [/(?<![\s.,:;!…])[\s.,:;!…]+$/, ''],
];

/** A message without numbers, addresses, paths, times and identities of the run. */
export function normaliseMessage(message: string): string {
  return NOISE.reduce((text, [pattern, mark]) => text.replace(pattern, mark), message).trim();
}

/** Classes that say of a failure only that it is one; not every form of a report names them. */
const ANY_FAILURE = /^(?:[\w.]{1,200}\.)?(?:Error|Failed|AssertionError|AssertionFailedError)$/;

/** What the finding says of its cause, whichever of its tool's forms it was read from. */
function causeOf({ tool, code, file, test, message }: Finding): readonly (string | null)[] {
  const kind = code === null || ANY_FAILURE.test(code) ? null : code;
  return [tool, kind, file, normaliseName(test, file), normaliseMessage(wordsOf(message, code))];
}

/** Without the class of the error, which the code is. */
function wordsOf(message: string, code: string | null): string {
  const [head = '', ...rest] = message.split(': ', 2);
  const name = head.replace(/ \[\w+\]$/, '');
  return rest.length > 0 && (name === code || ANY_FAILURE.test(name))
    ? message.slice(head.length + 2)
    : message;
}

/** Groups and tests are joined by `›`, `>`, `::`, a dot or a space, and may stand behind their file. */
function normaliseName(test: string | null, file: string | null): string | null {
  if (test === null) return null;
  const own = file !== null && test.startsWith(file) ? test.slice(file.length) : test;
  return own.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/**
 * 12 hex digits that name a failure: from its first finding, or from its best error line where nothing was located.
 * Lines and columns do not count.
 */
export function fingerprintOf(category: FailureClass, first: Finding | undefined, errorLine: string): string {
  const cause = first === undefined ? [category, normaliseMessage(errorLine)] : [category, ...causeOf(first)];
  return digestOf(cause).slice(0, 12);
}
