import { expect, test } from '@jest/globals';
import { repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('first-repair');

const SHOP = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/discount.js': 'export const discounted = (cents, bps) => cents - (cents * bps) / 1000;\n',
  'test/discount.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { discounted } from '../src/discount.js';",
    "test('10 % off 2000 is 1800', () => assert.equal(discounted(2000, 1000), 1800));",
    "test('nothing off', () => assert.equal(discounted(2000, 0), 2000));",
    '',
  ].join('\n'),
};
const GOOD = {
  changeSummary: 'divide by 10000',
  edits: [{ path: 'src/discount.js', oldText: '/ 1000;', newText: '/ 10000;' }],
};

test('a red repository becomes a branch with one verified commit, and nothing else changes', async () => {
  const repository = sampleRepository(folder, SHOP);
  const before = repository.snapshot();
  const { exitCode, report, read } = await repair(repository, {
    folder,
    gate: 'node --test',
    replies: [GOOD],
  });
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({
    status: 'completed',
    stopReason: 'fixed',
    usage: { modelCalls: 1, executions: 2 },
  });
  expect(report.runs.map((run) => run.status)).toEqual(['failed', 'passed']);
  expect(report.acceptedRevisionId).toBe(report.runs[1]?.revisionId);
  const branch = report.branch ?? '';
  expect(branch).toBe(`smart-fix/${report.finding?.fingerprint}`);
  expect(repository.git('log', '--format=%s', `main..${branch}`)).toBe('fix(smart-fix): divide by 10000');
  expect(repository.git('show', `${branch}:src/discount.js`)).toContain('/ 10000');
  expect(read('output/src/discount.js')).toContain('/ 10000');
  repository.git('branch', '--quiet', '-D', branch);
  expect(repository.snapshot()).toBe(before);
});
