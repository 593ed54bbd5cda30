import { expect, test } from '@jest/globals';
import { BoundedOutput } from '../../../src/adapters/process/bounded-output.js';
import { fc } from '../../support/property.js';

function keep(limit: number, ...chunks: (string | Buffer)[]) {
  const output = new BoundedOutput(limit);
  for (const chunk of chunks) output.add(Buffer.from(chunk as string));
  return output.finish();
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');

test('output within the limit is kept byte by byte', () => {
  const text = 'a'.repeat(1000);
  expect(keep(1000, text)).toEqual({ text, omittedBytes: 0 });
  expect(keep(1000, '')).toEqual({ text: '', omittedBytes: 0 });
});

test('one byte over the limit is cut in the middle, and a line says how much', () => {
  const { text, omittedBytes } = keep(1000, 'a'.repeat(1001));
  expect(omittedBytes).toBeGreaterThan(0);
  expect(text).toContain(`\n[smart-fix: ${omittedBytes} bytes left out here]\n`);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
});

test('head and tail end and start at line ends', () => {
  const all = numbered(10_000);
  const { text, omittedBytes } = keep(10_000, all);
  const [head, tail] = text.split(/\[smart-fix: \d+ bytes left out here\]\n/) as [string, string];
  expect(all.startsWith(head)).toBe(true);
  expect(all.endsWith(tail)).toBe(true);
  expect(head.endsWith('\n')).toBe(true);
  expect(tail.startsWith('line ')).toBe(true);
  expect(head.length + tail.length + omittedBytes).toBe(all.length);
});

test('one endless line of wide characters is cut between characters', () => {
  for (const shift of ['', 'a', 'ab', 'abc']) {
    const { text } = keep(1001, shift + '🙂é€'.repeat(5000));
    expect(text).not.toContain('\uFFFD');
    expect(text.startsWith(`${shift}🙂`)).toBe(true);
    expect(text.endsWith('€')).toBe(true);
  }
});

test('how the bytes are split into chunks makes no difference', async () => {
  const all = Buffer.from(numbered(400));
  const whole = keep(1000, all);
  await fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      const output = new BoundedOutput(1000);
      for (let at = 0, i = 0; at < all.length; i += 1) {
        const size = sizes[i % sizes.length] as number;
        output.add(all.subarray(at, at + size));
        at += size;
      }
      expect(output.finish()).toEqual(whole);
    }),
  );
});

test('bytes that are no UTF-8 are kept within the limit and nothing throws', () => {
  expect(keep(1000, Buffer.alloc(5000, 0xbf)).omittedBytes).toBeGreaterThan(0);
});
