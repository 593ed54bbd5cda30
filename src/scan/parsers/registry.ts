import type { Family } from '../parser.js';
import { ansible } from './ansible.js';
import { bats } from './bats.js';
import { bundlers } from './bundlers.js';
import { compiledLinters } from './compiled-linters.js';
import { doctest } from './doctest.js';
import { elixir } from './elixir.js';
import { erlang } from './erlang.js';
import { formatters } from './formatters.js';
import { generic } from './generic.js';
import { go } from './go.js';
import { javascript } from './javascript.js';
import { javascriptLinters } from './javascript-linters.js';
import { javascriptRuntimes } from './javascript-runtimes.js';
import { jvm } from './jvm.js';
import { languages } from './languages.js';
import { linters } from './linters.js';
import { native } from './native.js';
import { ocaml } from './ocaml.js';
import { packages } from './packages.js';
import { php } from './php.js';
import { pytest } from './pytest.js';
import { pythonLinters } from './python-linters.js';
import { pythonTools } from './python-tools.js';
import { resolvers } from './resolvers.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { scriptLinters } from './script-linters.js';
import { shell } from './shell.js';
import { testRunners } from './test-runners.js';
import { typescript } from './typescript.js';

/** Every tool family, in order of precedence: the first that takes a line has it. */
export const FAMILIES: readonly Family[] = [
  pytest,
  doctest,
  compiledLinters,
  ansible,
  scriptLinters,
  pythonTools,
  pythonLinters,
  linters,
  formatters,
  javascriptRuntimes,
  javascript,
  bundlers,
  typescript,
  javascriptLinters,
  testRunners,
  resolvers,
  go,
  rust,
  jvm,
  ruby,
  php,
  elixir,
  erlang,
  ocaml,
  languages,
  packages,
  bats,
  shell,
  native,
  generic,
];
