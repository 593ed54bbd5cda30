import { posix } from 'node:path';
import { fileClassOf } from '../file-classes.js';

/** More files say nothing more about one failure. */
const MOST = 40;

/**
 * Paths of a repository whose texts rules compare a patch with: what the failure names, the tests beside what is
 * changed, and the manifests that name dependencies. Best first.
 */
export function relatedPaths(
  paths: readonly string[],
  { changed, log }: { readonly changed: readonly string[]; readonly log: string },
): readonly string[] {
  const words = new Set(log.split(/[^\w.-]+/));
  const stems = new Set(changed.map(stemOf));
  const packages = changed.map((path) => path.split('/')[0]);
  const ranked = paths.flatMap((path) => {
    const fileClass = fileClassOf(path);
    const isTest = fileClass === 'test';
    const isNamed = words.has(posix.basename(path)) || words.has(stemOf(path));
    const rank = [
      isTest && isNamed,
      stems.has(stemOf(path)),
      isNamed,
      fileClass === 'manifest' && !/lock|sum$/.test(path),
      isTest && packages.includes(path.split('/')[0]),
      isTest,
    ].indexOf(true);
    return rank === -1 ? [] : [{ path, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ path }) => path);
}

/** `cart` of `src/cart.ts`, `test_cart.py`, `CartTest.java` and `cart.spec.ts`. */
function stemOf(path: string): string {
  const [name = ''] = posix.basename(path).split('.');
  return name.replaceAll(/^test_|_?(?:test|spec|tests)$|Tests?$|^Test(?=[A-Z])/g, '').toLowerCase();
}
