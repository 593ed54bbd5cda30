import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createOutlineReader } from '../../../src/adapters/syntax/read-outline.js';
import { estimateTokens } from '../../../src/repair/model/estimate-tokens.js';
import { quoteFiles } from '../../../src/repair/model/quote-files.js';
import type { RepairContext } from '../../../src/repair/strategy.js';
import { finding, repairContext } from '../../support/repair-context.js';
import { revisionFiles } from '../../support/revision-files.js';

const readOutline = createOutlineReader(join(dirname(process.env.SMART_FIX_TEST_CLI ?? ''), 'grammars'));

/** Files with their real outlines. */
function contextOf(texts: Readonly<Record<string, string>>, fields: Parameters<typeof repairContext>[0]) {
  const outline = async (path: string) => readOutline(path, texts[path] ?? '');
  return repairContext({ files: { ...revisionFiles(texts), outline }, ...fields });
}

const quoted = (context: RepairContext): Promise<string> => quoteFiles(context, 10_000);

const filler = (count: number, of = 'other'): string =>
  Array.from(
    { length: count },
    (_, index) => `export function ${of}${index}(value) {\n  return value + ${index};\n}\n`,
  ).join('\n');

/** A long file with an import, a function that calls a helper, and a lot besides. */
const long = `import { rate } from './rate.js';

${filler(60)}
export class Cart {
  items = [];

  total() {
    let sum = 0;
    for (const item of this.items) {
      sum += withTax(item);
    }
    return sum.toFixed(2);
  }
}
${filler(60, 'more')}
export function withTax(item) {
  return item.price * rate;
}
`;
const lineOf = (text: string, needle: string): number =>
  text.split('\n').findIndex((line) => line.includes(needle)) + 1;

describe('of a long file', () => {
  test('the whole function around a finding is shown, the head of its class, the imports, and what it calls', async () => {
    const line = lineOf(long, 'toFixed');
    const body = await quoted(
      contextOf({ 'src/cart.js': long }, { findings: [finding({ file: 'src/cart.js', line })] }),
    );
    for (const shown of [
      "import { rate } from './rate.js';",
      'export class Cart {',
      '  total() {',
      '    let sum = 0;',
      '  return item.price * rate;',
    ])
      expect(body).toContain(`| ${shown}`);
    expect(body).not.toContain('more30');
    expect(body).not.toContain('other50(');
  });

  test('no more than half the tokens of the whole are shown, wherever the findings point', async () => {
    const lines = long.split('\n').length;
    expect(lines).toBeGreaterThan(300);
    for (let line = 1; line < lines; line += 37) {
      const findings = [
        finding({ file: 'src/cart.js', line }),
        finding({ file: 'src/cart.js', line: (line * 7) % lines }),
      ];
      const body = await quoted(contextOf({ 'src/cart.js': long }, { findings }));
      expect(estimateTokens(body)).toBeLessThan(estimateTokens(long) / 2 + 30);
      expect(body).toMatch(new RegExp(`^ *${line}\\| `, 'm'));
    }
  });

  test('no more than half is shown when every function of it has a finding', async () => {
    const body = (n: number) => Array.from({ length: 78 }, (_, k) => `  step(${n}, ${k});`).join('\n');
    const text = Array.from({ length: 5 }, (_, n) => `function f${n}() {\n${body(n)}\n}\n`).join('');
    const findings = Array.from({ length: 5 }, (_, n) => finding({ file: 'src/a.js', line: 80 * n + 40 }));
    const quote = await quoted(contextOf({ 'src/a.js': text }, { findings }));
    expect(estimateTokens(quote)).toBeLessThan(estimateTokens(text) / 2 + 30);
    expect(quote).toContain('function f0() {');
  });

  test('of a function longer than a screen, the head and the lines around are shown', async () => {
    const text = `${filler(10)}\nfunction giant(input) {\n${Array.from({ length: 600 }, (_, n) => `  step(${n});`).join('\n')}\n}\n`;
    const line = lineOf(text, 'step(300)');
    const body = await quoted(
      contextOf({ 'src/a.js': text }, { findings: [finding({ file: 'src/a.js', line })] }),
    );
    expect(body).toContain('function giant(input) {');
    expect(body).toContain('step(320);');
    expect(body).not.toContain('step(400);');
  });

  test('that nothing points into, the definitions that a failing line uses are shown', async () => {
    const spec = "import { withTax } from './cart.js';\n\nexpect(withTax({ price: 1 })).toBe(2);\n";
    const body = await quoted(
      contextOf(
        { 'src/cart.test.js': spec, 'src/cart.js': long },
        { findings: [finding({ file: 'src/cart.test.js', line: 3 })] },
      ),
    );
    expect(body).toContain('  return item.price * rate;');
    expect(body).not.toContain('let sum = 0;');
  });

  test('that no name leads into, the first lines of its declarations are shown, from sixty lines on', async () => {
    const spec = "import './side.js';\nimport { used } from './used.js';\nused();\n";
    const used = `${filler(20, 'beside')}\nexport function used() {\n  return 'all of it';\n}\n`;
    const body = await quoted(
      contextOf(
        { 'a.test.js': spec, 'side.js': filler(20), 'used.js': used },
        { findings: [finding({ file: 'a.test.js', line: 3, message: 'wrong' })] },
      ),
    );
    expect(body).toContain('file: side.js (excerpt, 79 lines in all)');
    const side = body.split('file: ').find((each) => each.startsWith('side.js'));
    expect(side).toContain('export function other19(value) {');
    expect(side).not.toContain('return value');
    expect(body).toContain('file: used.js (whole)');
  });

  test('of a longer one that no name leads into, the first lines of its declarations are shown', async () => {
    const body = await quoted(
      contextOf(
        { 'a.test.js': "import './big.js';\nboom();\n", 'big.js': filler(120) },
        { findings: [finding({ file: 'a.test.js', line: 2 })] },
      ),
    );
    expect(body).toContain('| export function other0(value) {\n...\n');
    expect(body).not.toContain('return value + 0;');
  });
});

test('a test that is known by its name alone is shown', async () => {
  const spec = `${filler(100)}\ndescribe('cart', () => {\n  test('adds up', () => {\n    expect(1).toBe(2);\n  });\n});\n`;
  const body = await quoted(
    contextOf(
      { 'cart.test.js': spec },
      { findings: [finding({ file: 'cart.test.js', line: null, test: 'cart > adds up' })] },
    ),
  );
  expect(body).toContain('expect(1).toBe(2);');
});

test('a test that failed in what it calls is shown too (B8)', async () => {
  const texts = {
    'src/cart.js': "export function total() {\n  throw new Error('no');\n}\n",
    'src/adds.js': '// adds up\n',
    'test/cart.test.js': `${filler(100)}\ntest('adds up', () => {\n  total();\n});\n`,
  };
  const findings = [finding({ file: 'src/cart.js', line: 2, test: 'cart › adds up' })];
  const body = await quoted(contextOf(texts, { findings }));
  expect(body).toContain('file: test/cart.test.js (excerpt');
  expect(body).toContain("| test('adds up', () => {\n");
  expect(body).not.toContain('src/adds.js');
});

test('the file that the person names is shown although no finding does', async () => {
  const texts = {
    'src/cart.js': 'export const a = 1;\n',
    'lib/hidden.js': 'export const secretSauce = 1;\n',
  };
  const findings = [finding({ file: 'src/cart.js', line: 1 })];
  const hints = { scope: null, candidatePath: 'lib/hidden.js', hypothesis: null };
  expect(await quoted(contextOf(texts, { findings, hints }))).toContain('secretSauce');
  expect(await quoted(contextOf(texts, { findings }))).not.toContain('secretSauce');
});
