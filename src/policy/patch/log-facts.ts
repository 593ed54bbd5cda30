import type { Scan } from '../../domain/scan.js';

/** What the failure said, as far as it is known. */
export interface LogFacts {
  /** The output of the failed command; empty when it is not known. */
  readonly text: string;
  readonly scan: Scan | null;
}

/** True when what failed is a check of form, in which any line may change. */
export const isFormatFailure = ({ scan }: LogFacts): boolean => scan?.category === 'format';

/** True when tests failed, or when nothing is known of the failure. */
export const isTestFailure = ({ scan }: LogFacts): boolean =>
  scan === null || !['compile', 'type', 'lint', 'format', 'dependency'].includes(scan.category);

/** True when the failure names a value as a word of its own. */
export function mentions({ text }: LogFacts, value: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + value.length])) return true;
  }
  return false;
}

const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\w.]/.test(sign);
