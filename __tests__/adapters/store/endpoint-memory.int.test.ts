import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openEndpointMemory } from '../../../src/adapters/store/endpoint-memory.js';

const TOOL = { answerForm: 'tool', lengthField: 'max_tokens' } as const;
const WORDS = { answerForm: 'words', lengthField: 'max_completion_tokens' } as const;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
  path = join(folder, 'endpoints.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('what one run found out about a model at an endpoint, the next one knows', async () => {
  const first = await openEndpointMemory(path);
  expect(first.recall('https://a', 'm')).toBeNull();
  await first.remember('https://a', 'm', TOOL);
  await first.remember('https://a', 'n', WORDS);
  const second = await openEndpointMemory(path);
  expect(second.recall('https://a', 'm')).toEqual(TOOL);
  expect(second.recall('https://a', 'n')).toEqual(WORDS);
  expect(second.recall('https://b', 'm')).toBeNull();
  expect(readdirSync(folder)).toEqual(['endpoints.json']);
});

test.each(['', '{', '[]', '{"https://a m": {"answerForm": "telepathy", "lengthField": "max_tokens"}}'])(
  'a file that is not ours (%j) is as good as none, and is replaced',
  async (text) => {
    writeFileSync(path, text);
    const memory = await openEndpointMemory(path);
    expect(memory.recall('https://a', 'm')).toBeNull();
    await memory.remember('https://a', 'm', TOOL);
    expect((await openEndpointMemory(path)).recall('https://a', 'm')).toEqual(TOOL);
  },
);
