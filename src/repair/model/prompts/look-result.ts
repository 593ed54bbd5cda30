import type { LookResult } from '../../../domain/look.js';
import { plainText } from '../plain-text.js';

/** What a look found, under what was looked for. */
export function lookResult({ look, text }: LookResult): string {
  return `look: ${look}\n${plainText(text)}`;
}
