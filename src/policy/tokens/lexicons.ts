import { type Lexicon, opened, quoted } from './lexicon.js';

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const SLASHES = { open: '/*', close: '*/', nested: false } as const;
const last =
  (length: number) =>
  (opening: string): string =>
    opening.slice(-length);

const cLike: Lexicon = {
  word: IDENTIFIER,
  comment: /\/\/[^\n]*/y,
  blockComment: SLASHES,
  stringStart: /["']/,
  strings: [quoted('"'), quoted("'")],
  regex: false,
  heredoc: null,
  embedded: false,
};

const script: Lexicon = {
  ...cLike,
  stringStart: /["'`]/,
  strings: [quoted('"'), quoted("'"), quoted('`', { multiline: true, hole: '${' })],
  regex: true,
};

const python: Lexicon = {
  ...cLike,
  comment: /#[^\n]*/y,
  blockComment: null,
  stringStart: /["'rRbBuUfF]/,
  strings: [
    opened(/[rRbBuUfF]{0,2}(?:"""|''')/y, last(3), { escape: 'backslash' }),
    opened(/[rRbBuUfF]{0,2}["']/y, last(1), { escape: 'backslash', multiline: false }),
  ],
};

const go: Lexicon = {
  ...cLike,
  stringStart: /["'`]/,
  strings: [quoted('"'), quoted("'"), quoted('`', { multiline: true, escape: 'none' })],
};

const jvm: Lexicon = {
  ...cLike,
  strings: [opened(/"""/y, last(3), { escape: 'backslash', hole: null }), quoted('"'), quoted("'")],
};

const kotlin: Lexicon = {
  ...jvm,
  blockComment: { ...SLASHES, nested: true },
  stringStart: /["'`]/,
  strings: [
    opened(/"""/y, last(3), { hole: '${' }),
    quoted('"', { hole: '${' }),
    quoted("'"),
    // A name with spaces in it.
    quoted('`', { escape: 'none' }),
  ],
};

const rust: Lexicon = {
  ...cLike,
  blockComment: { ...SLASHES, nested: true },
  stringStart: /["'rbc]/,
  strings: [
    opened(/[bc]?r#*"/y, (opening) => `"${'#'.repeat(opening.split('#').length - 1)}`),
    opened(/[bc]?"/y, last(1), { escape: 'backslash' }),
    // A lifetime has no closing quote: only what is closed after one character is a character.
    opened(/b?'(?=\\|[^\\'\n]')/y, last(1), { escape: 'backslash', multiline: false }),
  ],
};

const cpp: Lexicon = {
  ...cLike,
  // What `#if 0` takes out is no code.
  comment: /\/\/[^\n]*|#[ \t]*if[ \t]+0\b[\s\S]*?(?:\n[ \t]*#[ \t]*(?:endif|else)\b[^\n]*|$)/y,
  stringStart: /["'RLuU]/,
  strings: [
    opened(/(?:u8|[LuU])?R"[^()\\\s]{0,16}\(/y, (opening) => `)${/R"([^(]*)/.exec(opening)?.[1] ?? ''}"`),
    opened(/(?:u8|[LuU])?["']/y, last(1), { escape: 'backslash', multiline: false }),
  ],
};

const csharp: Lexicon = {
  ...cLike,
  stringStart: /["'@$]/,
  strings: [
    opened(/\$*"{3,}/y, (opening) => '"'.repeat(opening.split('"').length - 1)),
    opened(/(?:@\$?|\$@)"/y, last(1), { escape: 'doubled' }),
    opened(/\$"/y, last(1), { escape: 'backslash', multiline: false, hole: '{' }),
    quoted('"'),
    quoted("'"),
  ],
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

const ruby: Lexicon = {
  ...cLike,
  word: /[\p{L}_@$][\p{L}\p{N}_]*(?:[?!](?!=))?/uy,
  comment: /#[^\n]*|(?<=^|\n)=begin\b[\s\S]*?(?:\n=end[^\n]*|$)|(?<=^|\n)__END__\n[\s\S]*/y,
  blockComment: null,
  stringStart: /["'`%]/,
  strings: [
    opened(/%[wWiIqQr]?[([{<|!]/y, (opening) => CLOSING[opening.slice(-1)] ?? opening.slice(-1), {
      escape: 'backslash',
    }),
    quoted('"', { multiline: true, hole: '#{' }),
    quoted("'", { multiline: true }),
    quoted('`', { multiline: true }),
  ],
  regex: true,
  heredoc: /<<[~-]?(["'`]?)(?<tag>[A-Z]\w*)\1/y,
};

const php: Lexicon = {
  ...cLike,
  comment: /\/\/(?:(?!\?>)[^\n])*|#(?!\[)(?:(?!\?>)[^\n])*/y,
  strings: [quoted('"', { multiline: true }), quoted("'", { multiline: true })],
  heredoc: /<<<(["']?)(?<tag>[A-Za-z_]\w*)\1/y,
  embedded: true,
};

const shell: Lexicon = {
  ...cLike,
  word: /[A-Za-z0-9_./@%+,:~^-]+/y,
  comment: /(?<=^|[\s;&|()])#[^\n]*/y,
  blockComment: null,
  stringStart: /["'`]/,
  strings: [quoted('"', { multiline: true }), quoted("'", { multiline: true, escape: 'none' })],
  heredoc: /<<-?\s*(["']?)(?<tag>[A-Za-z_]\w*)\1/y,
};

/** YAML, TOML, INI, Makefiles and the like: only comments and quotes matter. */
const settings: Lexicon = {
  ...shell,
  strings: [quoted('"'), quoted("'", { escape: 'none' })],
  heredoc: null,
};

export const LEXICONS = {
  javascript: script,
  typescript: script,
  python,
  go,
  java: jvm,
  kotlin,
  rust,
  c: cpp,
  csharp,
  ruby,
  php,
  shell,
  settings,
  json: script,
  other: cLike,
} as const satisfies Readonly<Record<string, Lexicon>>;

export type Language = keyof typeof LEXICONS;
