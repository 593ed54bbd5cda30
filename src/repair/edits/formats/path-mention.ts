/** Names of files that have no extension, as people write them. */
const BARE_NAMES =
  /^(?:[\w.-]+\/)*(?:(?:GNU)?[Mm]akefile|Dockerfile|Containerfile|Rakefile|Gemfile|Procfile|Jenkinsfile|Vagrantfile|Justfile|justfile|CMakeLists\.txt|BUILD|WORKSPACE|LICENSE|README|CHANGELOG|NOTICE|CODEOWNERS|Pipfile|Brewfile|\.[\w-]+)$/;
const WITH_EXTENSION =
  /^(?:[^\s:*?"'`<>|=;,(){}[\]]*\/)?[^\s:*?"'`<>|/=;,(){}[\]]*[\w)\]]\.[A-Za-z][\w-]{0,15}$/;
const WITH_FOLDER = /^(?:\.{0,2}\/)?(?:[^\s:*?"'`<>|/=;,(){}]+\/)+[^\s:*?"'`<>|/=;,(){}]+$/;
/** Of the files in which models mend something. */
const EXTENSION =
  /\.(?:[cm]?[jt]sx?|pyi?|rb|erb|go|rs|java|kts?|scala|sbt|[ch](?:c|pp|xx|h)?|mm?|cs|fs|vb|php|swift|dart|exs?|[eh]rl|hs|mli?|p[lm]|t|lua|jl|r|sh|bash|zsh|fish|ps1|bat|cmd|sql|html?|css|s[ac]ss|less|vue|svelte|astro|json[5c]?|ya?ml|toml|ini|cfg|conf|xml|mdx?|rst|txt|adoc|csv|proto|graphql|gql|tf|hcl|gradle|properties|lock|mk|cmake|nix|zig|sol|svg|ipynb|prisma|hbs|ejs|haml|twig|cshtml|razor|\w+proj|plist|mod|sum)$/i;
/** Longer lines name no path that is worth looking for. */
const MAX_WIDTH = 1000;
/** Words by which a line introduces a path. */
const LABEL =
  /^(?:(?:file ?(?:name|path)?|path|source|target|new file|in|update[ds]?|create[ds]?|modif(?:y|ied)|edit(?:ed)?|change[ds]?(?: to)?|for) *[:=]|(?:new |updated? |create |edit |modify |in )?(?:the )?file:?|in|update|create|modify|edit|for)\s+/i;

/** Puts a path as written into our form; `known` are the paths that exist. Null for words that are no path. */
export function asPath(words: string, known: readonly string[]): string | null {
  const plain = words
    .replace(/^\.\//, '')
    .replace(/(?<=[^:/])\/{2,}/g, '/')
    .replace(/:\d+(?:[-:]\d+)?$/, '');
  if (plain === '' || plain.length > MAX_WIDTH) return null;
  if (known.includes(plain)) return plain;
  // A path that nothing but its file name tells from prose may lead anywhere; what checks it comes later.
  const isPath = BARE_NAMES.test(plain) || WITH_EXTENSION.test(plain) || WITH_FOLDER.test(plain);
  return isPath && !/^https?:|\/\//.test(plain) ? plain : null;
}

/** The path that a line consists of, whatever heading, list or emphasis marks it; null for prose. */
export function pathOfLine(line: string, known: readonly string[]): string | null {
  if (line.length > MAX_WIDTH) return null;
  const bare = withoutComment(line.trim().replace(/^(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, ''));
  const path = asPath(undress(bare), known);
  if (path !== null) return path;
  const quoted = [...bare.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => asPath(words, known) ?? []);
  const label = LABEL.exec(bare);
  if (label !== null) {
    const labelled = asPath(
      undress(
        bare
          .slice(label[0].length)
          .replace(/(?<!\s)\s*\((?:new|updated|modified|created)[^()]*\)\s*:?$/i, ''),
      ),
      known,
    );
    if (labelled !== null) return labelled;
  }
  const remark = bare.replace(/`[^`]+`|\*\*/g, '').trim();
  return quoted.length === 1 && /^\(?(?:new|updated|modified|created|new file|file)?\)?\s*:?$/i.test(remark)
    ? (quoted[0] ?? null)
    : null;
}

function withoutComment(words: string): string {
  const said = words.replace(/^(?:\/\/+|#+|--+|;+|\/\*+|<!--)/, '');
  return (said === words ? words : said.replace(/(?:\*\/|-->)$/, '')).trim();
}

/** The only path that a sentence names; null for none or several. */
export function pathInSentence(line: string, known: readonly string[]): string | null {
  const [only, ...more] = new Set(pathsIn(line, known));
  return only !== undefined && more.length === 0 ? only : null;
}

/**
 * The words of a sentence that are paths. Names of programs and of methods (`Node.js`, `self.save`, `list.sort()`) have
 * dots as well: a path that there is not must have a folder, or an extension that is one.
 */
export function pathsIn(line: string, known: readonly string[]): readonly string[] {
  if (line.length > MAX_WIDTH) return [];
  const words = line.split(/[\s`"'*)[\]<>,;]+/).map((word) => word.replace(/^\(+|[.:!?]+$/g, ''));
  return words.flatMap((word) => {
    const path = asPath(word, known);
    const isPath = path !== null && (known.includes(path) || isFileName(path));
    return isPath ? [path] : [];
  });
}

function isFileName(path: string): boolean {
  const isProgram = /^[A-Z]\w*\.js$/.test(path);
  return EXTENSION.test(path) && !isProgram;
}

/** The nearest lines with words above a line, the nearest first; fences and blank lines have none. */
export function wordsAbove(lines: readonly string[], start: number, most: number): readonly string[] {
  const above: string[] = [];
  for (let at = start - 1; at >= 0 && above.length < most; at -= 1) {
    const line = (lines[at] ?? '').trim();
    if (line !== '' && !/^[`~]{3}/.test(line)) above.push(line);
  }
  return above;
}

/** The path in a fence's info string: `js:src/a.js`, `src/a.js`, `js src/a.js`, `js title="src/a.js"`. */
export function pathOfInfo(info: string, known: readonly string[]): string | null {
  const named = /\b(?:title|file(?:_?name|_?path)?|path)\s*=\s*["']?([^"'\s}]+)/i.exec(info)?.[1];
  if (named !== undefined) return asPath(named, known);
  const [first = '', second, ...rest] = info.split(/\s+/);
  if (rest.length > 0) return null;
  if (second !== undefined) return asPath(second.replace(/^[({]|[)}]$/g, ''), known);
  const behind = /^[\w+#-]*:(.+)$/.exec(first)?.[1];
  return asPath(behind ?? first, known);
}

function undress(words: string): string {
  const plain = words
    .replace(/:$/, '')
    .trim()
    .replace(/^[`"'*<([]+/, '')
    .replace(/(?<![`"'*>)\]])[`"'*>)\]]+$/, '');
  // Two low lines are emphasis around a path, and part of `__tests__/a.js`.
  const bare = plain.startsWith('__') && plain.endsWith('__') ? plain.slice(2, -2) : plain;
  return bare.replace(/:$/, '').trim();
}
