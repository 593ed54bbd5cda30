import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readChanges } from '../../../src/repair/edits/read-changes.js';
import { revisionFiles } from '../../support/revision-files.js';
import {
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

/** A file in one style of indentation, line ends and file end, and a true edit of it. */
const sample: fc.Arbitrary<Sample> = fc
  .record({
    unit: fc.constantFrom('  ', '    ', '\t'),
    end: fc.constantFrom('\n', '\r\n'),
    last: fc.boolean(),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .chain(({ unit, end, last, mark }) =>
    fc
      .record({
        before: fc.array(line(unit), { minLength: 2, maxLength: 14 }),
        start: fc.nat(),
        count: fc.integer({ min: 0, max: 3 }),
        fresh: fc.array(
          fc.tuple(depth, freshWords).map(([deep, text]) => unit.repeat(deep) + text),
          { maxLength: 3 },
        ),
      })
      .map(({ before, start: at, count, fresh }) => {
        const start = at % before.length;
        const old = before.slice(start, start + count);
        const after = [...before.slice(0, start), ...fresh, ...before.slice(start + old.length)];
        const text = (lines: readonly string[]) =>
          mark + lines.join(end) + (last && lines.length > 0 ? end : '');
        return { edit: { before, after, start, old, fresh }, file: text(before), truth: text(after) };
      }),
  )
  .filter(
    ({ edit, file, truth }) =>
      file !== truth && edit.before.at(-1) !== '' && edit.after.at(-1) !== '' && edit.after.length > 0,
  );

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

/** The quoted lines fit one place, however freely they are read, and show how the file is indented. */
function isTelling({ edit }: Sample, context: number): boolean {
  const bare = edit.before.map((each) => each.trim());
  const [from, to] = [Math.max(edit.start - context, 0), edit.start + edit.old.length + context];
  const block = bare.slice(from, to);
  // Quoted as text, a blank line at its start is also the end of any line before it.
  if (block[0] === '') return false;
  if (!edit.before.slice(from, to).some((each) => /^[ \t]+\S/.test(each))) return false;
  return bare.filter((_, at) => block.every((each, offset) => bare[at + offset] === each)).length === 1;
}

test('an answer that quotes enough gives exactly the true result, in every shape', async () => {
  await fc.assert(
    fc.asyncProperty(sample, rendering, async (drawn, shape) => {
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
  ['blank lines have become blanks', { onAll: (text) => (text === '' ? '    ' : text) }],
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
