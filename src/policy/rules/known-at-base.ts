import { fileClassOf } from '../file-classes.js';
import type { PatchView } from '../patch/patch-view.js';
import { literalsIn } from '../tokens/literals.js';
import { isTest } from './told-by-tests.js';

/** What every source knows. */
const OF_EVERY_TRADE = ['http', 'https', '443'];

/** Literals of the source before the patch: constants of the trade. A manifest and a setting hold none. */
export function knownAtBase({ files, related }: PatchView): ReadonlySet<string> {
  const sources = [
    ...files.flatMap(({ fileClass, before }) => (fileClass === 'source' && before !== null ? [before] : [])),
    ...[...related]
      .filter(([path]) => !isTest(path) && fileClassOf(path) === 'source')
      .map(([, source]) => source),
  ];
  const own = sources.flatMap(({ code, language }) => literalsIn(code, language).map(({ value }) => value));
  return new Set([...OF_EVERY_TRADE, ...own]);
}
