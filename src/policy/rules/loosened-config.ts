import type { RuleFinding, RuleId } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { type Entry, flattenSettings } from '../settings/flatten-settings.js';
import { findLoosenings } from '../settings/loosened.js';
import { finding } from './rule.js';

/** S-CONF, and S-RUN or S-TIME where it is the runner's: a configuration that asks for less than before. */
export function loosenedConfig({ files }: PatchView): readonly RuleFinding[] {
  return files.filter(isConfiguration).flatMap((file) => {
    const before = file.before === null ? [] : flattenSettings(file.before);
    const after = file.after === null ? [] : flattenSettings(file.after);
    const loosened = findLoosenings(before, after);
    return loosened.length === 0 && file.fileClass === 'lint-config'
      ? changedConfig(file, before, after)
      : loosened.map(({ line, detail, kind }) =>
          finding(ruleOf(file, kind), {
            path: file.path,
            line,
            verdict: kind === 'timing' ? 'escalate' : 'reject',
            detail: `The setting ${detail}: it asks for less than before.`,
          }),
        );
  });
}

/** Where sources lie and how they are built says nothing of how strictly they are checked. */
const NEUTRAL =
  /(?:^|\.)(?:module\w*|target|lib|types|typeRoots|paths|baseUrl|outDir|rootDirs?|jsx\w*|declaration\w*|sourceMap|esModuleInterop|allowSyntheticDefaultImports|resolveJsonModule|allowImportingTsExtensions|verbatimModuleSyntax|\$schema|version)(?:\.|$)/;
/** What bundles and what only says where tools come from. */
const NO_CHECKER =
  /(?:^|\/)(?:(?:vite|babel|webpack|rollup)\.config\.\w+|bunfig\.toml|rust-toolchain(?:\.toml)?|\.(?:npmrc|nvmrc|node-version|python-version|tool-versions|env\S*|yarnrc\S*|dockerignore|git\S*))$/;

/** A setting that is another one now, neither looser nor tighter as far as is known. */
function changedConfig(
  { path }: FilePair,
  before: readonly Entry[],
  after: readonly Entry[],
): readonly RuleFinding[] {
  if (NO_CHECKER.test(path)) return [];
  const kept = new Set(after.map(({ key, value }) => `${key} ${value}`));
  const gone = before.find(({ key, value }) => !NEUTRAL.test(key) && !kept.has(`${key} ${value}`));
  if (gone === undefined) return [];
  const line = after.find(({ key }) => key === gone.key)?.line ?? null;
  const detail = `The setting ${gone.key} is no longer ${JSON.stringify(gone.value)}; a person decides whether the check still asks as much.`;
  return [finding('S-CONF', { path, line, verdict: 'escalate', detail })];
}

const isConfiguration = ({ fileClass, path }: FilePair): boolean =>
  fileClass === 'lint-config' ||
  (fileClass === 'runner-config' && !/\.(?:py|rs|pth)$/.test(path)) ||
  (fileClass === 'manifest' && !/lock|go\.sum|requirements/.test(path)) ||
  (fileClass === 'ci' && /tox|deno|turbo|nx/.test(path));

function ruleOf({ fileClass }: FilePair, kind: 'selection' | 'strictness' | 'timing'): RuleId {
  if (kind === 'timing') return 'S-TIME';
  return fileClass === 'runner-config' ? 'S-RUN' : fileClass === 'ci' ? 'S-CI' : 'S-CONF';
}
