import { digestOf } from '../../domain/digest.js';
import type { Binding } from '../strategy.js';

/**
 * Tag of the data blocks: a hash over the binding and all that is quoted. Text cannot hold its own hash, so nobody who
 * writes into a log or a file can close a block; and the same context gives the same prompt.
 */
export function chooseTag(binding: Binding, bodies: readonly string[]): string {
  for (let round = 0; ; round += 1) {
    const tag = digestOf([binding.baseRevisionId, binding.executionId, round, bodies]).slice(0, 24);
    if (!bodies.some((body) => body.includes(tag))) return tag;
  }
}
