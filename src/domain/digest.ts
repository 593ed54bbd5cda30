import { createHash } from 'node:crypto';

/** sha256 in hex of a text, or of the JSON of any plain value (keys in the order given). */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex');
}
