import type { Family } from '../parser.js';
import { generic } from './generic.js';
import { go } from './go.js';
import { javascript } from './javascript.js';
import { javascriptLinters } from './javascript-linters.js';
import { native } from './native.js';
import { packages } from './packages.js';
import { pytest } from './pytest.js';
import { rust } from './rust.js';
import { shell } from './shell.js';
import { typescript } from './typescript.js';

/** Every tool family, in order of precedence: the first that takes a line has it. */
export const FAMILIES: readonly Family[] = [
  pytest,
  javascript,
  typescript,
  javascriptLinters,
  go,
  rust,
  packages,
  shell,
  native,
  generic,
];
