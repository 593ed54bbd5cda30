import { expect, test } from '@jest/globals';
import { createRedaction } from '../../src/domain/redaction.js';
import { LedgerCorruptError, readChain } from '../../src/ledger/chain.js';
import type { Fact } from '../../src/ledger/entry.js';
import { fold } from '../../src/ledger/fold.js';
import { createLedger } from '../../src/ledger/ledger.js';

const FACTS: readonly Fact[] = [
  { kind: 'execution-reserved', number: 0, revisionId: 'r0' },
  {
    kind: 'model-call-reserved',
    number: 1,
    attempt: 1,
    model: 'replay',
    parts: [],
    hiddenCharacters: 0,
    price: null,
    maxCompletionTokens: null,
  },
  { kind: 'proposal-declined', attempt: 1, reason: 'model-gave-up', detail: 'two readings' },
];

async function written(facts: readonly Fact[] = FACTS, secrets: readonly string[] = []) {
  let text = '';
  const ledger = createLedger({
    store: {
      append: async (line) => {
        text += line;
      },
    },
    now: () => new Date('2026-11-30T00:00:00Z'),
    redact: createRedaction(secrets),
    earlier: [],
  });
  for (const fact of facts) await ledger.append(fact);
  return { ledger, text };
}

test('what was written is read back, and gives the same state', async () => {
  const { ledger, text } = await written();
  const { entries } = readChain(text);
  expect(entries).toEqual(ledger.entries);
  expect(fold(entries.map((entry) => entry.fact))).toEqual(ledger.state);
  expect(ledger.state).toMatchObject({
    executionsReserved: 1,
    calls: [{ number: 1, usage: null }],
    declined: { reason: 'model-gave-up' },
  });
});

test('a torn last line is dropped, and the rest holds', async () => {
  const { text } = await written();
  const torn = text.slice(0, -20);
  const { entries, goodBytes } = readChain(torn);
  expect(entries).toHaveLength(2);
  expect(torn.slice(0, goodBytes).endsWith('\n')).toBe(true);
});

test.each([
  ['a changed word', (text: string) => text.replace('two readings', 'one reading')],
  ['a changed time', (text: string) => text.replace('2026-11-30', '2026-11-29')],
  ['a lost line', (text: string) => text.split('\n').toSpliced(1, 1).join('\n')],
  ['two lines in the other order', (text: string) => [1, 0, 2, 3].map((n) => text.split('\n')[n]).join('\n')],
  ['a line that is no JSON', (text: string) => text.replace('{', '')],
  ['a line that is JSON but no entry', (text: string) => `null\n${text}`],
])('%s is corruption, named with its line', async (_, damage) => {
  const { text } = await written();
  expect(() => readChain(damage(text))).toThrow(LedgerCorruptError);
  expect(() => readChain(damage(text))).toThrow(/ledger line \d/);
});

test('the state keeps what looks like a secret as it is, since it must still be run and judged', async () => {
  const { ledger } = await written(
    [{ kind: 'proposal-declined', attempt: 1, reason: 'permission', detail: 'canary-value-123' }],
    ['canary-value-123'],
  );
  expect(ledger.state.declined?.detail).toBe('canary-value-123');
});

test('secrets are masked before the entry is chained, so the chain of the stored text holds', async () => {
  const { text } = await written(
    [{ kind: 'proposal-declined', attempt: 1, reason: 'permission', detail: 'key canary-value-123 refused' }],
    ['canary-value-123'],
  );
  expect(text).not.toContain('canary-value-123');
  expect(readChain(text).entries).toHaveLength(1);
});
