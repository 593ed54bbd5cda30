import { expect, test } from '@jest/globals';
import { progressLines } from '../../../src/adapters/terminal/progress-lines.js';
import { failureContext } from '../../support/hosted-failure.js';

const PLAIN = { verbose: false, paint: (_: string, text: string) => text, clean: (text: string) => text };

test('a person is told what a scan found and what it left out', () => {
  const scan = { ...failureContext().checks[0]!.scan, notes: ['Of 9 failures only 1 was read.\nmore'] };
  const lines = progressLines({ kind: 'scanned', scan }, PLAIN).map((line) => line.trim());
  expect(lines[0]).toBe('type, fingerprint 0123456789ab');
  expect(lines.at(-1)).toBe('note: Of 9 failures only 1 was read.');
});
