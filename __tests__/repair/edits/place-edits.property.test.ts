import { expect, test } from '@jest/globals';
import type { Operation, TextEdit } from '../../../src/repair/edits/operation.js';
import { placeEdits } from '../../../src/repair/edits/place-edits.js';
import { fc } from '../../support/property.js';
import { revisionFiles } from '../../support/revision-files.js';

/** Few different letters, so that lines repeat and quotes become ambiguous often. */
const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '$', '(', 'ä', '😀'), maxLength: 4 });
const lines = fc.array(line, { minLength: 1, maxLength: 12 });
const lineEnd = fc.constantFrom('\n', '\r\n');

function occurrences(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count += 1;
  return count;
}

/** All that the matcher may pass over in a quote that is not there as written. */
const withoutBlanks = (text: string): string => text.replaceAll(/[ \t\r]+/g, '').trim();

const textEdit = (path: string, oldText: string, newText: string): TextEdit => ({
  kind: 'text',
  path,
  oldText,
  newText,
  unit: 'text',
  places: 1,
  line: null,
});

const place = async (text: string, oldText: string, newText: string) =>
  placeEdits([textEdit('f', oldText, newText)], revisionFiles({ f: text }));

test('a true edit gives exactly the wanted text, or is refused when its quote is not unique', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, lines, lines, lineEnd, async (before, old, fresh, rest, end) => {
      const text = [...before, ...old, ...rest].join(end);
      const wanted = [...before, ...fresh, ...rest].join(end);
      fc.pre(old.join('') !== '' && text !== wanted);
      const placed = await place(text, old.join('\n'), fresh.join('\n'));
      const unique = occurrences(text, old.join(end)) === 1;
      if (!unique) expect(placed).toMatchObject({ kind: 'rejection', code: 'ambiguous' });
      else expect(placed).toEqual([{ path: 'f', before: text, after: wanted }]);
    }),
    { numRuns: 500 },
  );
});

test('a mutated quote gives the result that its own text asks for, or a rejection, and never a third thing', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, line, fc.nat(), lineEnd, async (all, fresh, noise, position, end) => {
      const text = all.join(end);
      const at = position % (text.length + 1);
      const quote = `${text.slice(0, at)}${noise}${text.slice(at)}`.replaceAll('\r\n', '\n');
      fc.pre(quote !== '' && !/\p{Surrogate}/u.test(quote));
      const placed = await place(text, quote, fresh.join('\n'));
      if ('kind' in placed) {
        expect(['not-found', 'ambiguous', 'no-op']).toContain(placed.code);
        return;
      }
      const plain = text.replaceAll('\r\n', '\n');
      const result = placed[0]?.after?.replaceAll('\r\n', '\n') ?? '';
      if (plain.includes(quote)) expect(result).toBe(plain.replace(quote, () => fresh.join('\n')));
      else expect(withoutBlanks(plain)).toContain(withoutBlanks(quote));
    }),
    { numRuns: 500 },
  );
});

test('whatever the reply holds, placing it never throws and never touches a file that it does not name', async () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 8 });
  const edits = fc.array(
    fc.record({ path: fc.oneof(anyText, fc.constantFrom('f', 'g')), oldText: anyText, newText: anyText }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(edits, anyText, async (list, text) => {
      const placed = await placeEdits(
        list.map((each) => textEdit(each.path, each.oldText, each.newText)),
        revisionFiles({ f: text, g: 'g' }),
      );
      const paths = 'kind' in placed ? [] : placed.map(({ path }) => path);
      expect(list.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]));
    }),
    { numRuns: 500 },
  );
});

const shortLine = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', "'", '’'), maxLength: 3 });
const someLines = fc.array(shortLine, { minLength: 1, maxLength: 3 });
const smallText = fc
  .tuple(someLines, fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([all, end, isEnded]) => all.join(end) + (isEnded ? end : ''));
const anyEdit: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('text' as const), path: fc.constant('f'), oldText: smallText, newText: smallText },
    unit: fc.constantFrom('lines' as const, 'text' as const),
    places: fc.constantFrom(1, 1, 1, 'all' as const),
    line: fc.constantFrom(null, null, 1, 3),
  }),
  fc
    .tuple(someLines, someLines)
    .map(([old, fresh]) => [
      ...old.map((text) => ({ kind: 'removed' as const, text })),
      ...fresh.map((text) => ({ kind: 'added' as const, text })),
    ])
    .map((lines) => ({ lines, anchors: [], line: null, heading: null, atEnd: false, lastLineEnd: null }))
    .map((hunk) => ({ kind: 'hunks' as const, path: 'f', hunks: [hunk] })),
);

test('edits of one file in one answer give what they give one by one', async () => {
  let placed = 0;
  const chain = fc.array(anyEdit, { minLength: 2, maxLength: 6 });
  const start = fc.tuple(fc.constantFrom('', '\ufeff'), lines, lineEnd, fc.constantFrom('', '\n'));
  await fc.assert(
    fc.asyncProperty(start, chain, async ([mark, all, end, last], edits) => {
      const before = mark + all.join(end) + last;
      const taken: Operation[] = [];
      let text = before;
      for (const edit of edits) {
        const one = await placeEdits([edit], revisionFiles({ f: text }));
        const isRepeat = taken.some((other) => JSON.stringify(other) === JSON.stringify(edit));
        if ('kind' in one || isRepeat) continue;
        text = one[0]?.after ?? '';
        taken.push(edit);
      }
      fc.pre(taken.length > 1 && text !== before);
      placed += 1;
      const together = await placeEdits(taken, revisionFiles({ f: before }));
      expect(together).toEqual([{ path: 'f', before, after: text }]);
    }),
    { numRuns: 200 },
  );
  expect(placed).toBeGreaterThan(50);
});
