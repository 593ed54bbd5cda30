import { expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { readChanges } from '../../support/read-changes.js';
import { revisionFiles } from '../../support/revision-files.js';
import {
  type Change,
  PATH,
  RENDERINGS,
  type Rendering,
  render,
  type Style,
  type TrueEdit,
} from '../../support/written-answers.js';

const RUNS = { numRuns: 400 };
const PLAIN: Style = { context: 3, onKept: (line) => line, onAll: (line) => line, numbers: 'right' };

/** Few different lines, so that places repeat; blanks at ends, quotes and dashes, so that spelling counts. */
const words = fc.constantFrom(
  'if (x) {',
  '}',
  'return x;  ',
  'say("a b");',
  "log('c - d');",
  'x = 1;',
  'end ',
  '# note',
);
const freshWords = fc.constantFrom('call();', 'y = 2;', 'return y;', 'if (y) {', '}');
const depth = fc.integer({ min: 0, max: 3 });

const line = (unit: string) =>
  fc.oneof(
    { arbitrary: fc.tuple(depth, words).map(([deep, text]) => unit.repeat(deep) + text), weight: 6 },
    { arbitrary: fc.constant(''), weight: 1 },
  );

interface Sample {
  readonly edit: TrueEdit;
  readonly file: string;
  readonly truth: string;
}

/** A file in one style of indentation, line ends and file end, and a true edit of one or two places in it. */
const sample: fc.Arbitrary<Sample> = fc
  .record({
    unit: fc.constantFrom('  ', '    ', '\t'),
    end: fc.constantFrom('\n', '\r\n'),
    last: fc.boolean(),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .chain(({ unit, end, last, mark }) => {
    const fresh = fc.array(
      fc.tuple(depth, freshWords).map(([deep, text]) => unit.repeat(deep) + text),
      { maxLength: 3 },
    );
    const place = fc.record({ at: fc.nat(), count: fc.integer({ min: 0, max: 3 }), fresh });
    return fc
      .record({
        before: fc.array(line(unit), { minLength: 2, maxLength: 14 }),
        places: fc.array(place, { minLength: 1, maxLength: 2 }),
      })
      .map(({ before, places }) => {
        const changes = changesAt(before, places);
        const after = changes.reduceRight(
          (lines, { start, old, fresh: added }) => lines.toSpliced(start, old.length, ...added),
          before,
        );
        const text = (lines: readonly string[]) =>
          mark + lines.join(end) + (last && lines.length > 0 ? end : '');
        return { edit: { before, after, changes }, file: text(before), truth: text(after) };
      });
  })
  .filter(
    ({ edit: { before, after }, file, truth }) =>
      file !== truth && after.length > 0 && before.at(-1) !== '' && after.at(-1) !== '',
  );

/** Changes that do not touch each other, in the order of the file. */
function changesAt(
  before: readonly string[],
  places: readonly { readonly at: number; readonly count: number; readonly fresh: readonly string[] }[],
): readonly Change[] {
  const changes: Change[] = [];
  for (const { at, count, fresh } of places) {
    const start = at % before.length;
    const old = before.slice(start, start + count);
    const isApart = changes.every(
      (other) => start > other.start + other.old.length || start + old.length < other.start,
    );
    if (isApart && old.join('\n') !== fresh.join('\n')) changes.push({ start, old, fresh });
  }
  return changes.toSorted((a, b) => a.start - b.start);
}

const rendering = fc.constantFrom(...RENDERINGS);

async function outcome(file: string, answer: string): Promise<string | { readonly code: string }> {
  const changes = await readChanges(answer, revisionFiles({ [PATH]: file }));
  if ('kind' in changes) return { code: changes.code };
  expect(changes.map(({ path }) => path)).toEqual([PATH]);
  return changes[0]?.after ?? '';
}

/** The true result, or a refusal: never a third thing. */
async function expectTruthOrRefusal({ file, truth }: Sample, answer: string): Promise<void> {
  const result = await outcome(file, answer);
  if (typeof result === 'string') expect(result).toBe(truth);
}

/** The quoted lines of each change fit one place, however freely they are read, and show how the file is indented. */
function isTelling({ edit }: Sample, context: number): boolean {
  const bare = edit.before.map((each) => each.trim());
  return edit.changes.every(({ start, old }) => {
    const [from, to] = [Math.max(start - context, 0), start + old.length + context];
    const block = bare.slice(from, to);
    // Quoted as text, a blank line at its start is also the end of any line before it.
    if (block[0] === '') return false;
    if (!edit.before.slice(from, to).some((each) => /^[ \t]+\S/.test(each))) return false;
    return bare.filter((_, at) => block.every((each, offset) => bare[at + offset] === each)).length === 1;
  });
}

test('an answer that quotes enough gives exactly the true result, in every shape', async () => {
  await fc.assert(
    fc.asyncProperty(sample, rendering, async (drawn, shape) => {
      fc.pre(drawn.edit.changes.length === 1);
      const style = { ...PLAIN, context: 20 };
      expect(await outcome(drawn.file, render(drawn.edit, shape, style))).toBe(drawn.truth);
    }),
    RUNS,
  );
});

test('with little or no context, wrong numbers or none: the true result or a refusal', async () => {
  // Lines of apply_patch that quote nothing have a place of their own: the end of the file.
  const context = fc.integer({ min: 1, max: 3 });
  const numbers = fc.constantFrom('right', 'wrong', 'bare');
  await fc.assert(
    fc.asyncProperty(sample, rendering, context, numbers, async (drawn, shape, lines, kind) => {
      await expectTruthOrRefusal(
        drawn,
        render(drawn.edit, shape, { ...PLAIN, context: lines, numbers: kind }),
      );
    }),
    RUNS,
  );
});

const trimmed = (text: string): string => text.trimEnd();
const retabbed = (width: number) => (text: string) =>
  text.replace(/^\t+/, (tabs) => ' '.repeat(tabs.length * width));
const curly = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”').replace(' - ', ' — ');

test.each<[string, Partial<Style>]>([
  ['blanks at the ends of quoted lines are lost', { onKept: trimmed }],
  ['blanks at the ends of all lines are lost', { onAll: trimmed }],
  ['tabs have become four blanks', { onAll: retabbed(4) }],
  ['tabs have become two blanks', { onAll: retabbed(2) }],
  ['quotation marks and dashes of quoted lines are typographic', { onKept: curly }],
  ['all lines stand one level deeper', { onAll: (text) => (text === '' ? '' : `    ${text}`) }],
  ['all lines stand a tab deeper', { onAll: (text) => (text === '' ? '' : `\t${text}`) }],
  ['quoted blank lines have become blanks', { onKept: (text) => (text === '' ? '    ' : text) }],
])('%s: the true result or a refusal', async (_, style) => {
  const context = fc.integer({ min: 1, max: 4 });
  const shapes = fc.constantFrom(...RENDERINGS.filter((shape) => shape !== 'whole-file'));
  await fc.assert(
    fc.asyncProperty(sample, shapes, context, async (drawn, shape, lines) => {
      fc.pre(isTelling(drawn, lines));
      await expectTruthOrRefusal(drawn, render(drawn.edit, shape, { ...PLAIN, ...style, context: lines }));
    }),
    RUNS,
  );
});

test('an answer that is cut off anywhere: the true result or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(sample, rendering, fc.nat(), async (drawn, shape, at) => {
      // Nothing tells that a second block should have followed a complete one.
      fc.pre(shape !== 'search-replace' || drawn.edit.changes.length === 1);
      const answer = render(drawn.edit, shape, PLAIN);
      await expectTruthOrRefusal(drawn, answer.slice(0, at % answer.length));
    }),
    RUNS,
  );
});

test('an answer with CRLF, with prose around or written twice: the true result or a refusal', async () => {
  const change = fc.constantFrom<(answer: string) => string>(
    (answer) => answer.replaceAll('\n', '\r\n'),
    (answer) => `I have looked at it.\n\n${answer}\nThat is all - or so I hope.\n`,
    (answer) => `${answer}\n${answer}`,
    (answer) => answer.trimEnd(),
  );
  await fc.assert(
    fc.asyncProperty(sample, rendering, change, async (drawn, shape, changed) => {
      await expectTruthOrRefusal(drawn, changed(render(drawn.edit, shape, PLAIN)));
    }),
    RUNS,
  );
});

test('context without its leading blank: the true result or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      sample,
      fc.constantFrom('unified-diff', 'apply-patch'),
      async (drawn, shape: Rendering) => {
        const answer = render(drawn.edit, shape, PLAIN).replaceAll(/^ $/gm, '');
        await expectTruthOrRefusal(drawn, answer);
      },
    ),
    RUNS,
  );
});

test('no text makes the reader throw, whatever it is made of', async () => {
  const piece = fc.constantFrom(
    '*** Begin Patch',
    '*** Update File: a',
    '*** End Patch',
    '*** Move to: b',
    '*** End of File',
    '@@',
    '@@ -1 +1 @@',
    '--- a/a',
    '+++ b/a',
    'diff --git a/a b/a',
    'rename from a',
    'rename to b',
    '+x',
    '-x',
    ' x',
    '<<<<<<< SEARCH',
    '=======',
    '>>>>>>> REPLACE',
    '```',
    '```js a',
    'a',
    '{"path": "a",',
    '"old": "x", "new": "y"}',
    '\\ No newline',
    'x',
    '',
    '...',
    '/dev/null',
    'new file mode 100644',
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 14 })
    .map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(text, async (answer) => {
      const changes = await readChanges(answer, revisionFiles({ a: 'x\n', 'b/c.txt': 'x\ny\n' }));
      if ('kind' in changes) expect(changes.detail).not.toBe('');
      else for (const { before, after } of changes) expect(after).not.toBe(before);
    }),
    { numRuns: 3000 },
  );
});
