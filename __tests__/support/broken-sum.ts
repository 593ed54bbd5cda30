import type { ScriptedReply } from './run-cli.js';
import { type SampleRepository, sampleRepository } from './sample-repository.js';

/** The smallest project with a fault: one wrong line, one check that names it. */
export const BROKEN_SUM = {
  'src/sum.mjs': 'export const sum = (a, b) => a + b + 1;\n',
  'test/check.mjs': [
    "import { sum } from '../src/sum.mjs';",
    'if (sum(2, 2) !== 4) {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    '  console.log(`src/sum.mjs:1: error: sum is ${sum(2, 2)}`);',
    '  process.exit(1);',
    '}',
    '',
  ].join('\n'),
};
export const CHECK = 'node test/check.mjs';

/** An edit that makes the line end in something else, as a scripted reply. */
export function sumPlus(ending: string, from = ' + 1'): Exclude<ScriptedReply, string> {
  return {
    changeSummary: `end in "${ending}"`,
    edits: [{ path: 'src/sum.mjs', oldText: `a + b${from};`, newText: `a + b${ending};` }],
  };
}

export const GOOD = sumPlus('');
/** Three patches that change the line and repair nothing. */
export const WRONG = [sumPlus(' + 2'), sumPlus(' + 3', ' + 2'), sumPlus(' + 4', ' + 3')];

export function brokenSum(parent: string, files: Readonly<Record<string, string>> = {}): SampleRepository {
  return sampleRepository(parent, { ...BROKEN_SUM, ...files });
}
