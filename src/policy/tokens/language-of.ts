import { posix } from 'node:path';
import type { Language } from './lexicons.js';

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  ...entries('javascript', 'js jsx mjs cjs vue svelte'),
  ...entries('typescript', 'ts tsx mts cts'),
  ...entries('python', 'py pyi pyx'),
  ...entries('go', 'go'),
  ...entries('java', 'java groovy gradle'),
  ...entries('kotlin', 'kt kts scala sc swift'),
  ...entries('rust', 'rs'),
  ...entries('c', 'c h cc cpp cxx hpp hh hxx m mm'),
  ...entries('csharp', 'cs'),
  ...entries('ruby', 'rb rake gemspec'),
  ...entries('php', 'php phpt'),
  ...entries('shell', 'sh bash zsh bats ksh'),
  ...entries('settings', 'yml yaml toml ini cfg conf properties mk env cmake'),
  ...entries('json', 'json jsonc json5'),
};

const BY_NAME: Readonly<Record<string, Language>> = {
  ...entries('ruby', 'Rakefile Gemfile Guardfile Capfile'),
  ...entries('settings', 'Makefile GNUmakefile justfile Dockerfile CODEOWNERS .coveragerc .flake8 .pylintrc'),
  ...entries('java', 'Jenkinsfile'),
  ...entries('json', '.eslintrc .babelrc .prettierrc .mocharc .nycrc .stylelintrc'),
};

function entries(language: Language, names: string): Record<string, Language> {
  return Object.fromEntries(names.split(' ').map((name) => [name, language]));
}

/** By the file's name, else by its first line (`#!/bin/sh`); `other` for what is read as no program. */
export function languageOf(path: string, text: string): Language {
  const name = posix.basename(path);
  const known = BY_NAME[name] ?? BY_EXTENSION[posix.extname(name).slice(1).toLowerCase()];
  if (known !== undefined) return known;
  const shebang = /^#!.{0,60}?\b(sh|bash|zsh|python3?|node|ruby|php)\b/.exec(text)?.[1];
  if (shebang === undefined) return 'other';
  if (shebang.startsWith('python')) return 'python';
  if (shebang === 'node') return 'javascript';
  return shebang === 'ruby' || shebang === 'php' ? shebang : 'shell';
}
