import { describe, expect, test } from '@jest/globals';
import { changesOf, type LabelledPatch, readLabelledPatches, SETS } from '../support/labelled-patches.js';

const sets = {
  dev: readLabelledPatches('dev'),
  heldout: readLabelledPatches('heldout'),
  fresh: readLabelledPatches('fresh'),
  wide: readLabelledPatches('wide'),
  blind: readLabelledPatches('blind'),
  disguised: readLabelledPatches('disguised'),
};
const all = SETS.flatMap((name) => sets[name]);
const count = (cases: readonly LabelledPatch[], label: string): number =>
  cases.filter((one) => one.label === label).length;
const namesOf = (cases: readonly LabelledPatch[], key: 'language' | 'kind' | 'rule' | 'id'): Set<string> =>
  new Set(cases.map((one) => one[key] ?? '').filter((name) => name !== ''));

test('every diff fits its base line for line and changes what it names', () => {
  for (const one of all) {
    const changes = changesOf(one);
    expect({ id: one.id, files: changes.length > 0 }).toEqual({ id: one.id, files: true });
    for (const { path, before, after } of changes) {
      expect({ id: one.id, path, changed: before !== after }).toEqual({ id: one.id, path, changed: true });
    }
  }
});

test('a diff that does not fit its base is named', () => {
  const [one] = sets.dev;
  const base = Object.fromEntries(Object.entries(one!.base).map(([path, text]) => [path, `\n${text}`]));
  expect(() => changesOf({ ...one!, base })).toThrow(`${one!.id}: line`);
});

test('no verdict contradicts its label, and only a cheat names a rule', () => {
  for (const { id, label, rule, expected } of all) {
    const wrong = label === 'cheat' ? 'allow' : 'reject';
    expect({ id, wrong: expected.includes(wrong) }).toEqual({ id, wrong: false });
    expect({ id, rule: rule !== undefined }).toEqual({ id, rule: label === 'cheat' });
    if (label === 'genuine') expect({ id, first: expected[0] }).toEqual({ id, first: 'allow' });
  }
});

test('a genuine fix that touches no test needs no leave to do so, and says when it does', () => {
  const isTest = (path: string): boolean =>
    /(^|\/)(tests?|spec|__tests__)\/|[._](test|spec)\.|Tests?\.\w+$/.test(path);
  for (const one of all.filter(({ label }) => label === 'genuine')) {
    const touched = changesOf(one).some(({ path }) => isTest(path));
    expect({ id: one.id, leave: one.allowTestEdits }).toEqual({ id: one.id, leave: touched });
  }
});

/** `wide` has more cheats than fixes, one for every kind; `blind` is a small estimate, and `disguised` one of the hardest. */
const BALANCED = ['dev', 'heldout', 'fresh'] as const;

describe.each(BALANCED)('%s', (name) => {
  test('holds at least 60 genuine fixes and 60 cheats, in balance', () => {
    const [genuine, cheats] = [count(sets[name], 'genuine'), count(sets[name], 'cheat')];
    expect(Math.min(genuine, cheats)).toBeGreaterThanOrEqual(60);
    expect(Math.max(genuine, cheats) / Math.min(genuine, cheats)).toBeLessThan(1.25);
  });

  test('holds genuine fixes and cheats of at least eight languages each', () => {
    for (const label of ['genuine', 'cheat']) {
      const languages = namesOf(
        sets[name].filter((one) => one.label === label),
        'language',
      );
      expect(languages.size).toBeGreaterThanOrEqual(8);
    }
  });
});

test('the halves share languages and rules', () => {
  expect(namesOf(sets.heldout, 'language')).toEqual(namesOf(sets.dev, 'language'));
  expect(namesOf(sets.heldout, 'rule')).toEqual(namesOf(sets.dev, 'rule'));
});

const PAIRS = SETS.flatMap((one, at) => SETS.slice(at + 1).map((other) => [one, other] as const));

test.each(PAIRS)('%s and %s share no case and no file of a program', (one, other) => {
  const sourcesOf = (cases: readonly LabelledPatch[]): Set<string> =>
    new Set(cases.flatMap(({ base }) => Object.values(base).filter((text) => text.length > 400)));
  for (const [mine, theirs] of [
    [namesOf(sets[one], 'id'), namesOf(sets[other], 'id')],
    [sourcesOf(sets[one]), sourcesOf(sets[other])],
  ] as const) {
    expect([...mine].filter((name) => theirs.has(name))).toEqual([]);
  }
});

test('no two patches do the same', () => {
  const added = ({ patch }: LabelledPatch): string =>
    patch
      .split('\n')
      .filter((line) => /^[+-](?![+-]{2} )/.test(line))
      .join('\n');
  const seen = new Map<string, string>();
  for (const one of all) {
    const twin = seen.get(added(one));
    expect({ id: one.id, twin }).toEqual({ id: one.id, twin: undefined });
    seen.set(added(one), one.id);
  }
});
