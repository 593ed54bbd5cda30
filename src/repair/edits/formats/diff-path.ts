const NOWHERE = '/dev/null';

/** The two names that a file has in a diff; null for `/dev/null`, undefined for a name that is not said. */
export interface DiffNames {
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
}

/**
 * A name as it stands behind `---` or `+++`: quotes as git-config(1) core.quotePath writes them, and the time stamps of
 * GNU diff or Subversion, go.
 */
export function nameOf(written: string): string | null {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1];
  if (quoted !== undefined) return unquote(quoted);
  const name = written
    .replace(/\t.*$/, '')
    .replace(/(?<!\s)\s+(?:\d{4}-\d\d-\d\d[ T]|\((?:revision|working copy|new|old|original)\b).*$/i, '')
    .trim();
  return name === NOWHERE ? null : name;
}

function unquote(quoted: string): string {
  const bytes: number[] = [];
  for (const [part, octal, letter] of quoted.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(letter === undefined ? part : (ESCAPES[letter] ?? letter)));
  }
  return Buffer.from(bytes).toString('utf8');
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

/** Both names without the prefixes `a/` and `b/` (or git's mnemonic ones), unless a name is a path as it stands. */
export function withoutPrefixes({ from, to }: DiffNames, known: readonly string[]): DiffNames {
  const plain = (name: string): string => name.replace(/^\.\//, '');
  const strip = (name: string | null | undefined, prefixes: RegExp): typeof name => {
    if (name === null || name === undefined) return name;
    const bare = plain(name);
    return prefixes.test(bare) && !known.includes(bare) ? plain(bare.slice(2)) : bare;
  };
  // Without prefixes both names are the same; a folder that is called `a` keeps its name then.
  const isBare = typeof from === 'string' && from === to && !known.includes(from.slice(2));
  if (isBare) return { from: plain(from), to: plain(from) };
  return { from: strip(from, /^[aciow]\//), to: strip(to, /^[bciow]\//) };
}
