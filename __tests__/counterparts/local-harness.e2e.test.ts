import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { node24 } from '../support/node24.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

/** node_modules of @github/local-action; its own starter asks npm for tsx, which it brings. */
const HARNESS = process.env.SMART_FIX_TEST_LOCAL_ACTION ?? '@github/local-action';
const ROOT = join(import.meta.dirname, '../..');

const { test } = toolchain(`test -x ${HARNESS}/.bin/tsx`);
const folder = temporaryFolder('local-action');
const start = useFakeGithub();
const model = scriptedModel();

test("the source of the Action repairs under GitHub's own local harness", async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const settings = join(folder, 'empty.env');
  writeFileSync(settings, '');
  const { log, outputs, exitCode } = await repairFailedCi(
    { github, folder, model },
    {
      answers: [{ reply: GOOD }],
      start: {
        command: [
          node24(),
          ...['--import', join(HARNESS, 'tsx/dist/loader.mjs')],
          join(HARNESS, '@github/local-action/src/index.ts'),
          ...['run', ROOT, '__tests__/support/local-action-entry.ts', settings],
        ],
        environment: { PATH: `${dirname(node24())}:${process.env.PATH}` },
      },
    },
  );
  expect([log.slice(-3000), exitCode]).toEqual([expect.stringContaining('fixed'), 0]);
  expect(outputs['stop-reason']).toBe('fixed');
  expect(github.pulls()).toHaveLength(1);
}, 180_000);
