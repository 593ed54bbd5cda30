const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u;

/**
 * Names that some file system takes for `.git`: any case, trailing dots and spaces, an NTFS stream (`.git::$DATA`) or
 * the short name `git~1` (CVE-2014-9390, CVE-2019-1352).
 */
const GIT_FOLDER = /^(\.git|git~\d+)[. ]*(:.*)?$/i;

/** Why a path is no safe place inside the tree, in words; null for a plain path relative to the repository root. */
export function pathFault(path: string): string | null {
  if (path === '') return 'it is empty';
  if (UNPRINTABLE.test(path)) return 'it holds a control or invisible character';
  if (path.includes('\\')) return 'it holds a backslash; write forward slashes';
  if (path.startsWith('/')) return 'it is absolute';
  if (/^[a-z]:/i.test(path)) return 'it starts with a drive letter';
  const segments = path.split('/');
  if (segments.includes('..')) return 'it leaves its folder with ".."';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'it has an empty or "." segment';
  if (segments.some((segment) => GIT_FOLDER.test(segment))) return "it reaches into git's own folder";
  return null;
}
