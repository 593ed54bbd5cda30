import { expect, test } from '@jest/globals';
import type { Proposer, Revision } from '../../src/domain/revision.js';
import { fold } from '../../src/ledger/fold.js';
import { openedByNoRecipe } from '../../src/loop/opened-by-no-recipe.js';

const LOCK = 'package-lock.json';
const RECIPE: Proposer = { strategy: 'recipe', recipe: 'npm-lock' };
const MODEL: Proposer = { strategy: 'model', recipe: null };

interface Step {
  readonly proposer: Proposer;
  readonly opened: readonly string[];
  /** What the file holds after it. */
  readonly lock: string;
  readonly parent?: number;
}

/** The files that no recipe opened in the last of these steps, each on the one before unless it says otherwise. */
function alone(steps: readonly Step[], recipes = ['npm-lock']) {
  const revision = (number: number, { proposer, opened, parent }: Partial<Step>): Revision => ({
    ...{ revisionId: `r${number}`, number, commit: '', paths: [], patchDigest: '', diagnosis: null },
    parentRevisionId: number === 0 ? null : `r${parent ?? number - 1}`,
    ...{ changeSummary: null, proposer: proposer ?? null, opened: opened ?? [], diff: '', concerns: [] },
  });
  const revisions = [revision(0, {}), ...steps.map((step, index) => revision(index + 1, step))];
  const patches = new Map(
    steps.map(({ lock }, index) => [`r${index + 1}`, [{ path: LOCK, before: '', after: lock }]]),
  );
  return openedByNoRecipe({ state: { ...fold([]), revisions }, patches, recipes });
}

const opening: Step = { proposer: RECIPE, opened: [LOCK], lock: 'by the recipe' };

test('a file that a recipe opened stays open to what is built on it, as long as nobody else changes it', () => {
  expect(alone([opening])).toEqual([]);
  expect(alone([opening, { ...opening, proposer: MODEL }])).toEqual([]);
  expect(alone([opening, { ...opening, proposer: MODEL, lock: 'evil' }])).toEqual([LOCK]);
});

test('a recipe that was not allowed, or that has its turn on another line, opens nothing', () => {
  expect(alone([opening], ['prettier'])).toEqual([LOCK]);
  expect(alone([opening, { ...opening, proposer: MODEL, parent: 0 }])).toEqual([LOCK]);
  expect(
    alone([
      { ...opening, opened: [] },
      { ...opening, proposer: MODEL },
    ]),
  ).toEqual([LOCK]);
});
