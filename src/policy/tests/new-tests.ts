import type { FilePair } from '../patch/patch-view.js';
import { findTests, type TestCase } from './find-tests.js';

/** Tests that come with the patch: what they do takes nothing from those that were there. */
export function newTests({ before, after }: Pick<FilePair, 'before' | 'after'>): readonly TestCase[] {
  const known = new Set(before === null ? [] : findTests(before).map(({ name }) => name));
  return after === null ? [] : findTests(after).filter(({ name }) => !known.has(name));
}
