import type { RuleFinding, RuleId } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { flattenSettings } from '../settings/flatten-settings.js';
import { findLoosenings } from '../settings/loosened.js';
import { finding } from './rule.js';

/** S-CONF, and S-RUN or S-TIME where it is the runner's: a configuration that asks for less than before. */
export function loosenedConfig({ files }: PatchView): readonly RuleFinding[] {
  return files.filter(isConfiguration).flatMap((file) => {
    const before = file.before === null ? [] : flattenSettings(file.before);
    const after = file.after === null ? [] : flattenSettings(file.after);
    return findLoosenings(before, after).map(({ line, detail, kind }) =>
      finding(ruleOf(file, kind), {
        path: file.path,
        line,
        verdict: kind === 'timing' ? 'escalate' : 'reject',
        detail: `The setting ${detail}: it asks for less than before.`,
      }),
    );
  });
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
