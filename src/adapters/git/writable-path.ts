/** Code points that HFS+ leaves out when it compares names (git's own list in utf8.c). */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** @throws Error when a commit of ours must not hold this repository-relative path. */
export function assertWritablePath(path: string): void {
  const isBad =
    path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0') || path.split('/').some(isBadName);
  if (isBad)
    throw new Error(`${JSON.stringify(path)} is no path that smart-fix writes. Name a file of the tree.`);
}

/** `.git` in any spelling that some file system takes for it, `..` also between backslashes, and empty names. */
function isBadName(name: string): boolean {
  const plain = name
    .replace(IGNORED_BY_HFS, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '');
  if (plain === '' || plain === '.git' || /^git~\d+$/.test(plain)) return true;
  return name.split('\\').some((part) => part === '..' || part.toLowerCase() === '.git');
}
