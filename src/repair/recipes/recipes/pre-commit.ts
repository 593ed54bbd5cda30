import type { Recipe } from '../recipe.js';

/** How hooks name a file that they changed, and how `--show-diff-on-failure` does. */
const CHANGED =
  /^(?:Fixing|Fixed|reformatted|Reformatted|Rewriting|Formatted|Sorting keys in|fixed|diff --git \S+) (?:b\/)?(?<path>\S+)$/gm;

/** Hooks of pre-commit that mend files: another run of them changes what the gate's run changed. */
export const preCommit: Recipe = {
  name: 'pre-commit',
  async plan({ log, command, files, rewritten }) {
    if (!/files were modified by this hook/.test(log)) return null;
    const tracked = new Set(files.paths);
    const named = [...log.matchAll(CHANGED)].map(({ groups }) => groups?.path ?? '');
    const paths = [...new Set([...named, ...rewritten])].filter((path) => tracked.has(path));
    if (paths.length === 0) return null;
    return {
      kind: 'tool',
      tool: { name: 'pre-commit', kind: 'python' },
      folder: command.folder,
      files: paths,
      list: null,
      fixes: [(mended) => ['run', '--files', ...mended]],
      isPartial: true,
      network: true,
      opens: true,
      diagnosis: `Hooks of pre-commit changed ${paths.join(', ')}.`,
    };
  },
};
