import { describe, expect, test } from '@jest/globals';
import type { TextEdit } from '../../../src/repair/edits/operation.js';
import { placeEdits } from '../../../src/repair/edits/place-edits.js';
import { revisionFiles } from '../../support/revision-files.js';

const edit = (path: string, oldText: string, newText: string): TextEdit => ({
  kind: 'text',
  path,
  oldText,
  newText,
  unit: 'text',
  places: 1,
  line: null,
});

async function textAfter(text: string, oldText: string, newText: string): Promise<unknown> {
  const placed = await placeEdits([edit('a.txt', oldText, newText)], revisionFiles({ 'a.txt': text }));
  return 'kind' in placed ? placed : placed[0]?.after;
}

describe('lines that an edit may not mean', () => {
  test('a new text that forgets its last line end is not joined to the next line', async () => {
    expect(await textAfter('x = 1\ny = 2\n', 'x = 1\n', 'x = 3')).toMatchObject({ code: 'ambiguous' });
    expect(await textAfter('x = 1\n\ny = 2\n', 'x = 1\n', 'x = 3')).toBe('x = 3\ny = 2\n');
    expect(await textAfter('f(\n  1)\n', 'f(\n  1', 'f(1')).toBe('f(1)\n');
    expect(await textAfter('x = 1\ny = 2\n', 'x = 1\n', '')).toBe('y = 2\n');
  });

  test('a whole file without a line does not empty one that has some', async () => {
    const write = { kind: 'write', path: 'a.txt', text: '', head: null } as const;
    expect(await placeEdits([write], revisionFiles({ 'a.txt': 'x = 1\n' }))).toMatchObject({
      code: 'truncated',
    });
    expect(await placeEdits([write], revisionFiles({}))).toMatchObject([{ after: '' }]);
  });

  test('equal hunks with numbers of their own are each placed, or none is', async () => {
    const twin = (line: number) => ({
      lines: [{ kind: 'removed', text: 'x = 1' } as const, { kind: 'added', text: 'x = 2' } as const],
      anchors: [],
      heading: null,
      line,
      atEnd: false,
      lastLineEnd: null,
    });
    const place = (hunks: readonly ReturnType<typeof twin>[], text: string) =>
      placeEdits([{ kind: 'hunks', path: 'a.txt', hunks }], revisionFiles({ 'a.txt': text }));
    const text = 'x = 1\ny\nx = 1\n';
    expect(await place([twin(1), twin(3)], text)).toMatchObject([{ after: 'x = 2\ny\nx = 2\n' }]);
    expect(await place([twin(1), twin(2)], text)).toMatchObject({ code: 'ambiguous' });
    expect(await place([twin(1), twin(1)], text)).toMatchObject([{ after: 'x = 2\ny\nx = 1\n' }]);
  });
});

describe('what an edit does', () => {
  test('an exact edit changes the quoted text and nothing else', async () => {
    expect(await textAfter('one\ntwo\nthree', 'two', 'TWO')).toBe('one\nTWO\nthree');
  });

  test('text that means something in a pattern is taken as it stands', async () => {
    expect(await textAfter('a $1 (b) [c] $& x', '$1 (b) [c]', '$& \\n $`')).toBe('a $& \\n $` $& x');
  });

  test('edits to one file apply in order, each to the result of the one before', async () => {
    const edits = [edit('a.txt', 'one', 'two'), edit('a.txt', 'two', 'three')];
    expect(await placeEdits(edits, revisionFiles({ 'a.txt': 'one' }))).toEqual([
      { path: 'a.txt', before: 'one', after: 'three' },
    ]);
  });

  test('a renamed file takes its mode along, whatever else is done to it', async () => {
    const rename = { kind: 'rename', path: 'a.sh', to: 'b.sh' } as const;
    expect(await placeEdits([rename, edit('b.sh', 'one', 'two')], revisionFiles({ 'a.sh': 'one' }))).toEqual([
      { path: 'a.sh', before: 'one', after: null },
      { path: 'b.sh', before: null, after: 'two', modeOf: 'a.sh' },
    ]);
  });

  test('an empty oldText makes a new file, empty ones included', async () => {
    const edits = [edit('src/new.ts', '', 'x\n'), edit('pkg/__init__.py', '', '')];
    expect(await placeEdits(edits, revisionFiles({}))).toEqual([
      { path: 'pkg/__init__.py', before: null, after: '' },
      { path: 'src/new.ts', before: null, after: 'x\n' },
    ]);
  });

  test('a new file can be edited by a later edit', async () => {
    const edits = [edit('n.ts', '', 'a\n'), edit('n.ts', 'a', 'b')];
    expect(await placeEdits(edits, revisionFiles({}))).toEqual([
      { path: 'n.ts', before: null, after: 'b\n' },
    ]);
  });

  test('changes come in path order', async () => {
    const placed = await placeEdits(
      [edit('b', '1', '2'), edit('a', '1', '2')],
      revisionFiles({ a: '1', b: '1' }),
    );
    expect('kind' in placed ? placed : placed.map(({ path }) => path)).toEqual(['a', 'b']);
  });
});

describe('line ends and file ends', () => {
  test('a quote with LF fits a CRLF file, and the new text takes CRLF', async () => {
    expect(await textAfter('a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\nz\n')).toBe('x\r\ny\r\nz\r\nc\r\n');
  });

  test('a quote with CRLF fits an LF file, and the new text takes LF', async () => {
    expect(await textAfter('a\nb\nc', 'a\r\nb', 'x\r\ny')).toBe('x\ny\nc');
  });

  test('new lines for a quote inside one line take the line end of what follows', async () => {
    expect(await textAfter('a\r\nb\r\n', 'b', 'b\nc')).toBe('a\r\nb\r\nc\r\n');
  });

  test('a quote that starts with a line end does not tear CRLF apart', async () => {
    expect(await textAfter('a\r\nb\r\n', '\nb', '\nc')).toBe('a\r\nc\r\n');
  });

  test('in a file with mixed line ends every untouched line keeps its own', async () => {
    expect(await textAfter('a\nb\r\nc\nd\r\n', 'b\nc', 'B\nC')).toBe('a\nB\r\nC\nd\r\n');
  });

  test('a byte-order mark and a missing last line end stay', async () => {
    expect(await textAfter('\ufeffone\ntwo', 'one', 'ONE')).toBe('\ufeffONE\ntwo');
  });

  test('a quote with blanks fits a tab, and the new text takes the tab', async () => {
    expect(await textAfter('\tif x:\n', '    if x:\n', '    if y:\n')).toBe('\tif y:\n');
  });
});

describe('what is refused', () => {
  test('a quote that is not there, with the first line that differs and the real lines', async () => {
    const refused = await textAfter(
      'function a() {\n  return 1;\n}\n',
      'function a() {\n  return 2;\n}\n',
      'x',
    );
    expect(refused).toMatchObject({ kind: 'rejection', code: 'not-found' });
    expect(refused).toHaveProperty('detail', expect.stringContaining('Line 2 of the quote is "  return 2;"'));
    expect(refused).toHaveProperty('detail', expect.stringContaining('2: "  return 1;"'));
  });

  test('white space that differs is named as such', async () => {
    const refused = await textAfter('\treturn  1;\n\tend\n', '    return  1;\n  end\n', 'x');
    expect(refused).toHaveProperty('detail', expect.stringContaining('only the white space differs'));
  });

  test('a change that is in the file already is named as such', async () => {
    expect(await textAfter('\treturn b;\n', 'return a;', 'return b;')).toMatchObject({
      code: 'no-op',
      detail: expect.stringContaining('the change is there already'),
    });
  });

  test('new text that is there by chance makes no quote that is missing an applied one', async () => {
    expect(await textAfter('f();\n}\n', 'g();', '}')).toMatchObject({ code: 'not-found' });
    const twice = 'return b;\nreturn b;\n';
    expect(await textAfter(twice, 'return a;', 'return b;')).toMatchObject({ code: 'not-found' });
  });

  test('a quote that occurs twice, with the lines', async () => {
    const refused = await textAfter('x\ny\nx\n', 'x', 'z');
    expect(refused).toMatchObject({ code: 'ambiguous' });
    expect(refused).toHaveProperty('detail', expect.stringContaining('2 times, at lines 1, 3'));
  });

  test('overlapping occurrences count', async () => {
    expect(await textAfter('aaa', 'aa', 'b')).toMatchObject({ code: 'ambiguous' });
  });

  test('a quote that fits twice once CRLF counts as LF', async () => {
    expect(await textAfter('a\r\nb\r\na\r\nb\r\n', 'a\nb\n', 'c\n')).toMatchObject({ code: 'ambiguous' });
  });

  test('a new file over an existing one, an empty one and one of the same reply included', async () => {
    expect(await textAfter('text', '', 'other')).toMatchObject({ code: 'exists' });
    expect(await textAfter('', '', 'other')).toMatchObject({ code: 'exists' });
    const twice = [edit('n', '', 'a'), edit('n', '', 'b')];
    expect(await placeEdits(twice, revisionFiles({}))).toMatchObject({ code: 'exists' });
  });

  test('an edit that changes nothing, and edits that cancel each other out', async () => {
    expect(await textAfter('a', 'a', 'a')).toMatchObject({ code: 'no-op' });
    expect(await placeEdits([], revisionFiles({}))).toMatchObject({ code: 'no-op' });
    const undone = [edit('a', 'x', 'y'), edit('a', 'y', 'x')];
    expect(await placeEdits(undone, revisionFiles({ a: 'x' }))).toMatchObject({ code: 'no-op' });
  });

  test('a file that does not exist, with its nearest names', async () => {
    const refused = await placeEdits([edit('cart.ts', 'a', 'b')], revisionFiles({ 'src/cart.ts': 'a' }));
    expect(refused).toMatchObject({
      code: 'not-found',
      detail: 'There is no file cart.ts. Nearest: src/cart.ts.',
    });
  });

  test('a file that is no text', async () => {
    const refused = await placeEdits([edit('logo.png', 'a', 'b')], revisionFiles({ 'logo.png': null }));
    expect(refused).toMatchObject({ code: 'binary' });
  });

  test.each(['../a', '/a', '.GIT/config', 'git~1/config', 'C:\\a', 'a\\b', 'a\0'])(
    'the path %j',
    async (path) => {
      expect(await placeEdits([edit(path, '', 'x')], revisionFiles({}))).toMatchObject({
        code: 'path-traversal',
      });
    },
  );

  test('a path that goes on below a file, one of the same reply included', async () => {
    const files = revisionFiles({ link: 'target' });
    expect(await placeEdits([edit('link/a.ts', '', 'x')], files)).toMatchObject({ code: 'path-traversal' });
    const both = [edit('n', '', 'a'), edit('n/m', '', 'b')];
    expect(await placeEdits(both, files)).toMatchObject({ code: 'path-traversal' });
  });

  test.each(['\0', '\u202e', '\u2066', '\ud800'])('new text with the hidden character %j', async (hidden) => {
    expect(await textAfter('a', 'a', `b${hidden}`)).toMatchObject({ code: 'binary' });
  });

  test('half a character is no quote', async () => {
    expect(await textAfter('😀', '\ud83d', 'x')).toMatchObject({ code: 'not-found' });
  });

  test('a secret file, without reading it', async () => {
    const files = revisionFiles({ '.env': 'TOKEN=abc' });
    expect(await placeEdits([edit('.env', 'x', 'y')], files)).toMatchObject({ code: 'protected-path' });
    expect(files.wasRead).toEqual([]);
  });

  test('all edits together when one of them does not fit', async () => {
    const edits = [edit('a', '1', '2'), edit('b', 'missing', 'x')];
    expect(await placeEdits(edits, revisionFiles({ a: '1', b: '1' }))).toMatchObject({ code: 'not-found' });
  });
});
