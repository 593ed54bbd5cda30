import { expect, test } from '@jest/globals';
import { brokenSum, CHECK } from '../support/broken-sum.js';
import { repair } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('shapes');
const LINE = 'export const sum = (a, b) => a + b';

test.each([
  [
    'SEARCH/REPLACE blocks',
    `The sum is one too large.\n\nsrc/sum.mjs\n<<<<<<< SEARCH\n${LINE} + 1;\n=======\n${LINE};\n>>>>>>> REPLACE\n`,
  ],
  [
    'a unified diff with wrong numbers',
    `The sum is one too large.\n\n\`\`\`diff\n--- a/src/sum.mjs\n+++ b/src/sum.mjs\n@@ -7,9 +7,9 @@\n-${LINE} + 1;\n+${LINE};\n\`\`\`\n`,
  ],
])('a model that answers with %s repairs as one that answers in JSON does', async (_, reply) => {
  const repository = brokenSum(folder);
  const { report, exitCode } = await repair(repository, { folder, gate: CHECK, replies: [reply] });
  expect([report.stopReason, exitCode]).toEqual(['fixed', 0]);
  expect(report.attempts).toMatchObject([{ changeSummary: 'The sum is one too large.', result: 'passed' }]);
  expect(repository.git('show', `${report.branch ?? ''}:src/sum.mjs`).trim()).toBe(`${LINE};`);
});
