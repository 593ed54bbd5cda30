/**
 * Why a path is no safe place inside the tree, or null (PAT-01, PAT-07). Covers what Windows and macOS file systems
 * take for `.git`: other case, trailing dots and spaces, the short name `git~1`, ignorable code points.
 */
export function pathFault(path: string): string | null {
  if (path === '') return 'is empty';
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(path)) return 'holds control or invisible characters';
  if (path.includes('\\')) return 'holds a backslash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'is not a plain relative path';
    if (/^(\.git|git~\d+)[. ]*(:.*)?$/i.test(part)) return 'lies in git data';
  }
  return null;
}
