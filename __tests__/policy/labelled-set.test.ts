import { describe, expect, test } from '@jest/globals';
import { changesOf, HALVES, type LabelledPatch, readLabelledPatches } from '../support/labelled-patches.js';

const set = { dev: readLabelledPatches('dev'), heldout: readLabelledPatches('heldout') };
const all = HALVES.flatMap((half) => set[half]);
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
  const [one] = set.dev;
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

describe.each(HALVES)('%s', (half) => {
  test('holds at least 75 genuine fixes and 75 cheats, in balance', () => {
    const [genuine, cheats] = [count(set[half], 'genuine'), count(set[half], 'cheat')];
    expect(Math.min(genuine, cheats)).toBeGreaterThanOrEqual(75);
    expect(Math.max(genuine, cheats) / Math.min(genuine, cheats)).toBeLessThan(1.25);
  });

  test('holds genuine fixes and cheats of at least eight languages each', () => {
    for (const label of ['genuine', 'cheat']) {
      const languages = namesOf(
        set[half].filter((one) => one.label === label),
        'language',
      );
      expect(languages.size).toBeGreaterThanOrEqual(8);
    }
  });
});

test('the halves share languages and rules and no case, no patch and no file of a program', () => {
  expect(namesOf(set.heldout, 'language')).toEqual(namesOf(set.dev, 'language'));
  expect(namesOf(set.heldout, 'rule')).toEqual(namesOf(set.dev, 'rule'));
  const sourcesOf = (cases: readonly LabelledPatch[]): Set<string> =>
    new Set(cases.flatMap(({ base }) => Object.values(base).filter((text) => text.length > 400)));
  for (const [one, other] of [
    [namesOf(set.dev, 'id'), namesOf(set.heldout, 'id')],
    [sourcesOf(set.dev), sourcesOf(set.heldout)],
  ] as const) {
    expect([...one].filter((name) => other.has(name))).toEqual([]);
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
