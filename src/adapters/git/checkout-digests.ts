import { digestFiles } from './digest-files.js';
import { isRegular, type TreeEntry } from './read-tree.js';

/**
 * What a checkout that leaves nothing writes follows from a file's path and object and from the attributes of the
 * commit: each is read once, and not again for the next commit, which shares most of them.
 */
export class CheckoutDigests {
  readonly #known = new Map<string, string>();
  #attributes: string | null = null;

  /** Like `digestFiles`, of the tree of a commit that was just checked out in `tree`. */
  async of(tree: string, entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, string | null>> {
    const attributes = entries.filter(({ path }) => /(^|\/)\.gitattributes$/i.test(path)).map(keyOf);
    if (attributes.join('\0') !== this.#attributes) this.#known.clear();
    this.#attributes = attributes.join('\0');
    const fresh = await digestFiles(
      tree,
      entries.filter((entry) => !this.#known.has(keyOf(entry))),
    );
    const digests = new Map<string, string | null>();
    for (const entry of entries) {
      const digest = fresh.get(entry.path) ?? this.#known.get(keyOf(entry)) ?? null;
      if (isRegular(entry)) digests.set(entry.path, digest);
      if (digest !== null) this.#known.set(keyOf(entry), digest);
    }
    return digests;
  }
}

const keyOf = ({ mode, object, path }: TreeEntry): string => `${mode} ${object} ${path}`;
