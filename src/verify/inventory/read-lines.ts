import type { NamedTest } from '../../domain/test-inventory.js';
import { type InventoryReader, stableName } from './inventory-reader.js';
import type { LineForm } from './line-forms.js';

/** A reader for runners of these forms; the first form that a line has decides. */
export function lineReader(forms: readonly LineForm[]): InventoryReader {
  return (lines) => {
    const tests: NamedTest[] = [];
    let group = '';
    /** Results whose group is still to be named. */
    let waiting = 0;
    for (const line of lines) {
      const heading = headingOf(line, forms);
      if (heading !== null) {
        if (heading.follows) nameGroup(tests, waiting, heading.name);
        else group = heading.name;
        waiting = tests.length;
      }
      const found = resultOf(line, forms);
      if (found === null) continue;
      const id =
        found.form.group?.follows === false && group !== '' ? `${group} > ${found.name}` : found.name;
      tests.push({ id, outcome: found.outcome });
    }
    return tests.length === 0 ? null : { tests, unnamed: 0 };
  };
}

function headingOf(line: string, forms: readonly LineForm[]) {
  for (const { group } of forms) {
    const groups = group?.line.exec(line)?.groups;
    const name = groups?.group ?? groups?.docs;
    if (group === undefined || name === undefined) continue;
    return { name: [groups?.crate, name].filter(Boolean).join(' '), follows: group.follows };
  }
  return null;
}

function nameGroup(tests: NamedTest[], from: number, name: string): void {
  const named = tests.splice(from).map((test) => ({ ...test, id: `${name} > ${test.id}` }));
  for (const test of named) tests.push(test);
}

function resultOf(line: string, forms: readonly LineForm[]) {
  for (const form of forms) {
    const { name = '', outcome: word = '' } = form.result.exec(line)?.groups ?? {};
    const outcome = form.outcomes[word];
    if (outcome !== undefined) return { form, outcome, name: stableName(name) };
  }
  return null;
}
