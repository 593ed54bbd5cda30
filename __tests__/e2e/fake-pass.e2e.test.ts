import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { repair, type ScriptedReply } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('fake-pass');
const edit = (path: string, oldText: string, newText: string): ScriptedReply => ({
  edits: [{ path, oldText, newText }],
});

const CHEATS: readonly (readonly [
  what: string,
  reply: ScriptedReply,
  code: string,
  args: readonly string[],
])[] = [
  ['an exit before the check', edit('src/sum.mjs', 'export', 'process.exit(0);\nexport'), 'early-exit', []],
  [
    'a look at the environment of tests',
    edit('src/sum.mjs', 'a + b + 1', '(process.env.CI ? 4 : a + b + 1)'),
    'test-detection',
    [],
  ],
  [
    'a comparison that is replaced',
    edit('src/sum.mjs', 'export', 'Object.is = () => true;\nexport'),
    'comparison-override',
    [],
  ],
  ['a suppression', edit('src/sum.mjs', 'export', '// eslint-disable-next-line\nexport'), 'suppression', []],
  [
    'an error that is swallowed',
    edit(
      'src/sum.mjs',
      'a + b + 1;',
      '{\n  try {\n    return f(a + b);\n  } catch {\n    return 4;\n  }\n};',
    ),
    'error-swallowed',
    [],
  ],
  [
    'a program of tests that succeeds when they fail, though tests may be edited',
    edit('test/check.mjs', 'process.exit(1)', 'process.exit(0)'),
    'runner-tampering',
    ['--allow-test-edits'],
  ],
];

test.each(CHEATS)(
  '%s is refused before it runs, and the next proposal may be right',
  async (_, reply, code, args) => {
    const { exitCode, report } = await repair(brokenSum(folder), {
      folder,
      gate: CHECK,
      replies: [reply, GOOD],
      args: [...args],
    });
    expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual([code, undefined]);
    expect(report).toMatchObject({ status: 'completed', stopReason: 'fixed' });
    expect(exitCode).toBe(0);
  },
);
