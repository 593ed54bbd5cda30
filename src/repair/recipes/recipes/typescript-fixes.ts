import { posix } from 'node:path';
import type { Recipe } from '../recipe.js';
import { TYPESCRIPT_PROGRAM } from './typescript-program.js';

const CODE = /^TS\d+$/;

/** The fixes that the repository's own TypeScript offers for what it reported, where it offers one and it is plain. */
export const typescriptFixes: Recipe = {
  name: 'TypeScript fixes',
  async plan({ findings, command, files }) {
    const reported = findings.flatMap(({ tool, file, code, message }) =>
      tool === 'tsc' && file !== null && CODE.test(code ?? '')
        ? [{ path: file, code: Number(code?.slice(2)), message }]
        : [],
    );
    const paths = [...new Set(reported.map(({ path }) => path))].filter((path) => files.paths.includes(path));
    if (paths.length === 0) return null;
    const inFolder = reported.map((each) => ({ ...each, path: posix.relative(command.folder, each.path) }));
    return {
      kind: 'tool',
      tool: { name: 'node', kind: 'path' },
      folder: command.folder,
      files: paths,
      list: null,
      // A process of its own loads the repository's package: it is the repository's code.
      fixes: [() => ['-e', TYPESCRIPT_PROGRAM, JSON.stringify(inFolder)]],
      isPartial: false,
      network: false,
      opens: false,
      diagnosis: `TypeScript itself offers one plain fix for what it reports in ${paths.join(', ')}.`,
    };
  },
};
