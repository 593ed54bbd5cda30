import { distance } from 'fastest-levenshtein';

/** Libraries, tool chains, caches and the runner's own folders: never the project's. */
const OUTSIDE =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo\/(?:registry|git)|\.rustup|rustc\/[0-9a-f]{7,}|library\/(?:std|core|alloc|test)\/src|hostedtoolcache|_actions|_temp|\.gradle\/|\.m2\/|vendor\/bundle|gems\/[\w.-]+-\d|go\/pkg\/mod|\.nuget|\.pyenv|lib\/python\d[\d.]*|\.yarn\/(?:cache|releases)|\.pnpm|\.venv|\.tox|\.nox|\.npm)(?:\/|$)|^\/(?:usr|opt|lib|lib64|etc|proc|nix|rustc|snap|Library|Applications|System)\/|^[A-Za-z]:\/(?:Program Files|hostedtoolcache|Windows)|^(?:node:|internal\/|webpack\/|\.\.\/sysdeps\/|\.\.\/csu\/)|^</;

/** Where the checkout lies on hosted runners and in containers: `/home/runner/work/NAME/NAME/`, `/__w/NAME/NAME/`, … */
const CHECKOUT =
  /^(?:\/home\/runner\/work\/[^/]+\/[^/]+\/|\/Users\/runner\/work\/[^/]+\/[^/]+\/|\/__w\/[^/]+\/[^/]+\/|[A-Za-z]:\/a\/[^/]+\/[^/]+\/|\/(?:[^/]+\/)*_work\/[^/]+\/[^/]+\/|\/github\/workspace\/|\/builds\/[^/]+\/[^/]+\/|\/workspaces?\/)/;

/** Letters in which a mistyped path differs; a shorter name may as well be another one. */
const MAX_SLIP = 2;
const MIN_STEM = 4;
const NUMBERING = /[\d_-]/g;

const INSTALLED_COPY = /\/(?:site|dist)-packages\/(.+)$/;

export type ResolvedPath =
  | { readonly kind: 'inside'; readonly file: string }
  /** A library, a generated file, the runner. */
  | { readonly kind: 'outside' }
  /** Several files of the repository end with it. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'unknown' };

/** Turns the paths that tools print into paths of the repository. A choice between several files is never guessed. */
export class RepositoryPaths {
  readonly #files: ReadonlySet<string> | null;
  readonly #byName = new Map<string, string[]>();
  readonly #resolved = new Map<string, ResolvedPath>();

  /** `files` relative to the repository root with forward slashes; null when the repository is unknown. */
  constructor(files: readonly string[] | null) {
    this.#files = files === null ? null : new Set(files);
    for (const file of files ?? []) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      const same = this.#byName.get(name);
      if (same === undefined) this.#byName.set(name, [file]);
      else same.push(file);
    }
  }

  /**
   * `folder` is where the tool worked, as far as the log says: a path, a package's name or import path of which the last
   * segments are the folder's. It chooses between files that end alike.
   */
  resolve(written: string, folder: string | null = null): ResolvedPath {
    const key = folder === null ? written : `${folder}\n${written}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const path = tidyPath(written);
    const chosen = folder === null ? null : this.#below(tidyPath(folder), path);
    const resolved: ResolvedPath = chosen === null ? this.#resolve(path) : { kind: 'inside', file: chosen };
    if (this.#resolved.size < 10_000) this.#resolved.set(key, resolved);
    return resolved;
  }

  /** True when the path is known to be a file of the repository. */
  contains(written: string): boolean {
    return this.#files !== null && this.resolve(written).kind === 'inside';
  }

  /** True when a file of the repository is called almost so: the path has a slip of the pen in it. */
  hasAlmost(written: string): boolean {
    const segments = tidyPath(written).split('/');
    const name = segments.at(-1) ?? '';
    if (this.#files === null || name.replace(/\.\w+$/, '').length < MIN_STEM) return false;
    for (const file of this.#files) {
      const own = file.split('/');
      const count = Math.min(own.length, segments.length);
      if (differBySlip(own.slice(-count).join('/'), segments.slice(-count).join('/'))) return true;
    }
    return false;
  }

  /** True when a module of this name (dotted or with slashes) belongs to the project. */
  hasModule(name: string): boolean {
    const top = name.split(/[./]/)[0] ?? '';
    if (this.#files === null || top === '') return false;
    for (const file of this.#files) {
      if (file.startsWith(`${top}/`) || file.startsWith(`src/${top}/`) || file === `${top}.py`) return true;
    }
    return false;
  }

  #resolve(path: string): ResolvedPath {
    const outside = OUTSIDE.test(path);
    // Nobody's list vouches for it, and a report would print it as lines of its own.
    if (this.#files === null && /[\n\r\u2028\u2029]/.test(path)) return { kind: 'outside' };
    if (this.#files === null) return outside ? { kind: 'outside' } : textual(path);
    if (outside) {
      // The project's own installed copy counts as the project.
      const copy = INSTALLED_COPY.exec(path)?.[1];
      if (copy === undefined) return { kind: 'outside' };
      const own = [copy, `src/${copy}`].find((file) => this.#files?.has(file));
      return own === undefined ? { kind: 'outside' } : { kind: 'inside', file: own };
    }
    const absolute = /^(?:\/|[A-Za-z]:\/)/.test(path);
    const inCheckout = CHECKOUT.test(path);
    const segments = path
      .replace(CHECKOUT, '')
      .split('/')
      .filter((segment) => segment !== '' && !/^[A-Za-z]:$/.test(segment));
    for (let from = 0; from < segments.length; from++) {
      const suffix = segments.slice(from).join('/');
      if (this.#files.has(suffix)) return { kind: 'inside', file: suffix };
      // A bare name at the end of a longer path says too little, except below the checkout.
      if (!inCheckout && from > 0 && segments.length - from < 2) break;
      const longer = this.#endingWith(suffix);
      if (longer.length === 1 && longer[0] !== undefined) return { kind: 'inside', file: longer[0] };
      if (longer.length > 1) return { kind: 'ambiguous' };
    }
    return { kind: absolute && !inCheckout ? 'outside' : 'unknown' };
  }

  /** Of several files that end with `path`, the one whose folder has the most last segments of `folder`, or of its parents. */
  #below(folder: string, path: string): string | null {
    const files = path === '' || path.startsWith('/') ? [] : this.#endingWith(path);
    if (files.length < 2) return null;
    for (let near = folder; near !== ''; near = near.slice(0, Math.max(0, near.lastIndexOf('/')))) {
      const scores = files.map((file) => commonTail(file.slice(0, -path.length), near));
      const best = Math.max(...scores);
      if (best > 0)
        return scores.indexOf(best) === scores.lastIndexOf(best)
          ? (files[scores.indexOf(best)] ?? null)
          : null;
    }
    return null;
  }

  #endingWith(suffix: string): readonly string[] {
    const name = suffix.slice(suffix.lastIndexOf('/') + 1);
    return (this.#byName.get(name) ?? []).filter((file) => file === suffix || file.endsWith(`/${suffix}`));
  }
}

/** Two letters at most, and not only numbers: `part-2` is not meant by `part-1`. */
function differBySlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > MAX_SLIP || a.replace(NUMBERING, '') === b.replace(NUMBERING, ''))
    return false;
  return distance(a, b) <= MAX_SLIP;
}

/** Number of equal segments at the end of two paths. */
function commonTail(a: string, b: string): number {
  const [as, bs] = [a, b].map((path) => path.split('/').filter((segment) => segment !== ''));
  let count = 0;
  while (as?.at(-1 - count) !== undefined && as.at(-1 - count) === bs?.at(-1 - count)) count++;
  return count;
}

function textual(path: string): ResolvedPath {
  const file = path.replace(CHECKOUT, '');
  return file === '' ? { kind: 'unknown' } : { kind: 'inside', file };
}

/** Node names modules by URL: spaces and other scripts come percent-encoded. */
function decodeUrl(written: string): string {
  if (!written.startsWith('file://') || !written.includes('%')) return written;
  try {
    return decodeURI(written);
  } catch {
    return written;
  }
}

/** Forward slashes, no scheme, no `./`, no `a/../`. */
function tidyPath(written: string): string {
  const path = decodeUrl(written.trim().replace(/^["'`(]+|["'`)]+$/g, ''))
    .replace(/\\+/g, '/')
    .replace(
      /^(?:file:\/\/|https?:\/\/localhost:\d+\/(?:base\/|_karma_webpack_\/)?|webpack:\/\/+(?:[\w@-]+\/(?=\.\/))?)/,
      '',
    )
    .replace(/^\/(?=[A-Za-z]:\/)/, '')
    .replace(/\/{2,}/g, '/');
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.') continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..' && kept.at(-1) !== '') kept.pop();
    else kept.push(segment);
  }
  return kept.join('/').replace(/^(?:\.\.\/)+/, (up) => (/sysdeps|csu/.test(path) ? up : ''));
}
